"""The rules, one module a topic; each module has its `PASSES`, which the files go through in that order."""
