"""A process that answers like the solver's own, in a way that tests can foresee."""

import json
import os
import sys


def main() -> None:
    here = "plain" if os.environ.get("PATIENCE_PLAIN") else "compiled"
    for line in sys.stdin:
        question = json.loads(line)
        if "cancel" in question:
            continue
        match question["ask"]:
            case "die":
                os._exit(9)
            case "die once":
                if not os.path.exists(question["file"]):
                    open(question["file"], "w").close()
                    os._exit(9)
            case "be silent":
                continue
            case "speak nonsense":
                print("{", flush=True)
                continue
        answer = {**question, "is_last": False, "by": here}
        print(json.dumps(answer), flush=True)
        print(json.dumps({**answer, "is_last": True}), flush=True)


if __name__ == "__main__":
    main()
