"""Buttons, fields, lists, sliders and panels. Must not know games or the purpose of a form."""
