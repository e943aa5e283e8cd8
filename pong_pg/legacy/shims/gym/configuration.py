"""`gym.configuration` of 2016, which set up logging."""


def logger_setup(*_args: object) -> None:
    """Do nothing: messages go to standard error where `gym.logger` decides which are shown."""


def undo_logger_setup(*_args: object) -> None:
    """Do nothing: there is no handler to remove."""
