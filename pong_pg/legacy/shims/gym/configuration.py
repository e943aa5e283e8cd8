"""`gym.configuration` of 2016, which set up logging."""


def logger_setup(*_args: object) -> None:
    """Do nothing: messages go to standard error as `gym.logger` says."""


def undo_logger_setup(*_args: object) -> None:
    """Do nothing: nothing was set up."""
