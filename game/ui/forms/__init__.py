"""One kit of buttons, fields, lists, sliders and panels. Must not know games or what a form is for."""
