"""Where things of this user lie."""

import pytest

from qmonitor.monitor import folders


@pytest.mark.parametrize("folder", [folders.config, folders.data, folders.state])
def test_the_profile_of_the_environment_comes_first(folder, tmp_path, monkeypatch):
    monkeypatch.setenv(folders.PROFILE, str(tmp_path))
    assert folder() == tmp_path
    monkeypatch.delenv(folders.PROFILE)
    assert folder().name == "qmonitor"
