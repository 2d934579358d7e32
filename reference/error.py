"""What all that is raised of what somebody gave has in common: `Error`."""


class Error(Exception):
    """What homonym raises of what it was given; its message is what a person reads.

    `UserError`, `Broken`, `UnknownName`, `Ambiguous` and `CaseError` are each one.
    """

    __module__ = "homonym"  # where people import it
