"""One message looked into: what its payload says, where each part lies, how it differs from another, who acted on it.

Everything here runs in a lane and hands over plain values. Knows no Qt.
"""
