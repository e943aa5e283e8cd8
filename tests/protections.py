"""Each protection of docs/reliability.md: the place in the package that gives it, and the test that fails without it.

tests/faults/test_protections.py takes each of them out of a copy of the package, and runs its test there.
"""

from __future__ import annotations

from typing import NamedTuple


class Protection(NamedTuple):
    """One protection.

    Attributes:
        test: the test that proves it, as pytest names it; parameters may be left out.
        file: the file of the package that gives it.
        old: a text that the file holds once.
        new: what stands there when the protection is taken out.
    """

    test: str
    file: str
    old: str
    new: str


_ACTORS = "distributed/actors.py"
_POOL = "tests/reinforce/test_ray_pool.py::TestRayPool::"
_FAULTS = "tests/distributed/test_actors.py::TestFaults::"
_RUN_DIR = "tests/training/test_run_dir.py::"
_LOOP = "tests/training/test_loop.py::"
_REPLAY = "tests/training/test_replay.py::"
_HOSTILE = "tests/untrusted/test_hostile_files.py::"
_ONCE = "test_a_worker_that_returns_what_is_not_finite_is_replaced_and_its_games_are_played_again"

PROTECTIONS: tuple[Protection, ...] = (
    # Workers and nodes.
    Protection(
        _POOL + "test_a_worker_that_dies_is_replaced_and_its_games_are_played_again",
        _ACTORS,
        "        raise ActorLostError(reason_of(error)) from error\n",
        "        raise\n",
    ),
    Protection(
        "tests/ppo/test_ppo_trainer.py::TestRayStreamPool::"
        "test_a_worker_that_dies_is_replaced_and_its_streams_are_played_again",
        "ppo/ray_pool.py",
        "                batch.todo.update(envs)\n",
        "",
    ),
    Protection(
        _FAULTS + "test_a_worker_that_hangs_is_replaced_and_its_games_are_played_again",
        _ACTORS,
        "            if call.waited > self.bound.seconds(call.work):\n",
        "            if False:\n",
    ),
    Protection(
        _FAULTS + "test_a_worker_that_raises_once_is_replaced_and_its_games_are_played_again",
        _ACTORS,
        "        if not cause.retries:\n",
        "        if True:\n",
    ),
    Protection(_FAULTS + _ONCE + "[reinforce]", "errors.py", "    retries = 1\n", "    retries = 0\n"),
    Protection(_FAULTS + _ONCE + "[ppo]", "ppo/ray_pool.py", "            self._check_rewards(outcome)\n", ""),
    Protection(
        _FAULTS + "test_an_environment_that_fails_every_time_ends_the_run_with_its_first_error",
        _ACTORS,
        "                raise self._raised[0].cause or",
        "                raise self._raised[-1].cause or",
    ),
    Protection(
        _POOL + "test_workers_that_keep_dying_end_the_run_in_one_line",
        _ACTORS,
        "_PAUSE * 2 ** (attempts - 2)",
        "_PAUSE",
    ),
    Protection(
        _FAULTS + "test_environments_of_an_actor_that_does_not_come_back_go_to_the_others",
        "ppo/ray_pool.py",
        "                workers.append(ready[(own + row) % len(ready)])\n",
        "                workers.append(None)\n",
    ),
    Protection(
        _FAULTS + "test_environments_of_an_actor_that_is_never_placed_go_to_the_others",
        "ppo/ray_pool.py",
        "            elif self.is_awaited(own) or not ready:\n",
        "            elif own not in ready:\n",
    ),
    Protection(
        _FAULTS + "test_an_actor_more_is_used_from_the_next_update_on",
        _ACTORS,
        "            self._start(self.size)\n            self.size += 1\n",
        "            pass\n",
    ),
    Protection(
        "tests/distributed/test_faults.py::test_the_reason_is_what_ray_knows_and_not_what_it_lists_as_possible",
        "distributed/faults.py",
        "        if re.search(pattern, text):\n",
        "        if False:\n",
    ),
    Protection(
        "tests/training/test_display.py::test_the_panel_says_how_many_workers_were_replaced_and_why",
        "training/display.py",
        "        self._fault = fault\n",
        "        pass\n",
    ),
    Protection(
        "tests/distributed/test_watch.py::test_a_store_that_has_gone_is_noticed_at_once",
        "distributed/watch.py",
        "        if self._store is not None and self._poll.poll(0):\n",
        "        if False:\n",
    ),
    Protection(
        "tests/distributed/test_watch.py::test_a_head_that_no_longer_answers_is_noticed",
        "distributed/watch.py",
        "            if time.monotonic() - answered > _PATIENCE:\n",
        "            if False:\n",
    ),
    Protection(
        "tests/training/test_notice.py::"
        "test_a_process_that_is_ended_in_the_middle_of_a_run_on_ray_says_how_to_go_on[dies-2-True]",
        "training/notice.py",
        "if not sys.stdin.buffer.read():",
        "if False:",
    ),
    # The driver.
    Protection(
        "tests/test_files.py::test_a_crash_at_any_instant_leaves_a_whole_file[plain]",
        "files.py",
        "        path.rename(backup)\n",
        "        path.unlink()\n",
    ),
    Protection(
        "tests/training/test_directory.py::test_a_row_that_a_crash_cut_short_is_dropped_on_reopening",
        "training/directory.py",
        " if _update_of(line) <= update]",
        "]",
    ),
    Protection(
        _LOOP + "test_a_run_can_be_resumed_from_its_first_game_on",
        "training/loop.py",
        "            self._run_dir.save(self._state)\n        stopped = False",
        "            pass\n        stopped = False",
    ),
    Protection(
        _LOOP + "test_a_checkpoint_is_written_once_a_minute_however_rarely_there_is_to_be_one",
        "training/run_dir.py",
        " or time.monotonic() - self._tried_at >= _MOST_SECONDS",
        "",
    ),
    Protection(
        "tests/commands/test_stopping.py::test_a_second_signal_ends_the_run_at_once",
        "commands/train.py",
        "        _exit_at_once(128 + stop.signal)\n",
        "        raise\n",
    ),
    Protection(
        "tests/commands/test_stopping.py::test_a_terminal_that_is_closed_stops_the_run_with_a_checkpoint",
        "commands/train.py",
        "            numbers.append(signal.SIGHUP)\n",
        "            pass\n",
    ),
    Protection(
        "tests/distributed/test_signals.py::test_a_signal_during_shutdown_is_handled_after_it",
        "distributed/signals.py",
        "        signal.signal(number, note)\n",
        "        pass\n",
    ),
    Protection(
        "tests/distributed/test_reaper.py::test_what_ray_leaves_behind_is_ended_and_nothing_else",
        "distributed/reaper.py",
        "                    os.kill(process, signal.SIGKILL)\n",
        "                    pass\n",
    ),
    # Disks.
    Protection(
        _RUN_DIR + "test_training_goes_on_while_nothing_can_be_written[ENOSPC]",
        "training/run_dir.py",
        "        except (OSError, CheckpointError, RunDirError) as error:\n            self._checkpoint_outage",
        "        except ZeroDivisionError as error:\n            self._checkpoint_outage",
    ),
    Protection(
        _RUN_DIR + "test_training_goes_on_while_nothing_can_be_written[EROFS]",
        "training/run_dir.py",
        "                except OSError as error:\n                    failure = failure or error\n"
        "        except (OSError, RunDirError) as error:\n",
        "                except ZeroDivisionError as error:\n                    failure = failure or error\n"
        "        except RunDirError as error:\n",
    ),
    Protection(
        "tests/training/test_outage.py::test_warnings_come_at_growing_intervals_and_once_it_works_again",
        "training/outage.py",
        'log.warning("%s%s", message, times)',
        "pass",
    ),
    Protection(
        "tests/commands/test_streams.py::test_training_goes_on_where_its_lines_can_not_be_printed",
        "commands/train.py",
        "    go_on_without_output()\n",
        "",
    ),
    Protection(
        "tests/training/test_row_files.py::test_a_row_that_was_written_in_part_is_whole_once_there_is_room",
        "training/row_files.py",
        "                file.truncate(self._whole)\n",
        "                pass\n",
    ),
    Protection(
        _RUN_DIR + "test_a_directory_that_was_removed_is_made_again",
        "training/run_dir.py",
        "            self._place.mkdir(parents=True, exist_ok=True)\n",
        "",
    ),
    Protection(
        _RUN_DIR + "test_a_run_that_can_not_be_written_at_its_end_is_written_elsewhere",
        "training/run_dir.py",
        "        other = self._written_elsewhere(state)\n",
        "        other = None\n",
    ),
    Protection(
        _RUN_DIR + "test_old_checkpoints_go_only_once_the_new_one_lasts",
        "files.py",
        "        _sync_directory(path.parent)\n",
        "",
    ),
    Protection(
        "tests/training/test_lock.py::test_a_file_system_without_locks_is_a_warning",
        "training/lock.py",
        "            if error.errno not in _NO_LOCKS:\n",
        "            if True:\n",
    ),
    Protection(
        "tests/test_files.py::test_a_file_is_replaced_where_no_rename_replaces_one",
        "files.py",
        "        if error.errno not in _NO_RENAME_OVER or not path.is_file():\n",
        "        if True:\n",
    ),
    Protection(
        "tests/test_cli.py::test_runs_that_is_no_directory_ends_with_one_line",
        "commands/train.py",
        "    if not parent.is_dir():\n",
        "    if parent.is_dir():\n",
    ),
    Protection(
        "tests/test_cli.py::test_runs_is_left_as_it_was_where_no_run_was_begun",
        "commands/train.py",
        "        for directory in (path, parent) if made_parent else (path,):\n",
        "        for directory in (path, parent):\n",
    ),
    # What a resume must know.
    Protection(
        "tests/training/test_recorded_env_factory.py::test_a_factory_is_recorded_and_needed_again",
        "training/checkpoint.py",
        "        if env_factory is None and self.env_factory is not None:\n",
        "        if False:\n",
    ),
    Protection(
        _LOOP + "test_a_run_is_evaluated_on_other_games_each_time",
        "training/loop.py",
        "                seed=evaluation_seed(config.seed, update),\n",
        "",
    ),
    Protection(
        "tests/training/test_named_modules.py::"
        "test_a_module_that_a_file_names_is_imported_only_if_the_user_names_it_too",
        "training/checkpoint.py",
        '    if (":" in config.env and',
        '    if False and (":" in config.env and',
    ),
    Protection(
        "tests/ppo/test_ppo_state.py::test_nothing_plays_with_weights_that_c_would_misread",
        "native/structs.py",
        " and array.dtype in [np.dtype(dtype) for dtype in dtypes]",
        "",
    ),
    # Numbers.
    Protection(
        _REPLAY + "test_a_reward_that_is_not_finite_stops_the_run_and_its_game_can_be_played_again",
        "reinforce/workers.py",
        "                check_rewards(episode, failed)\n",
        "",
    ),
    Protection(
        _REPLAY + "test_weights_that_diverge_stop_the_run_and_the_update_can_be_played_again[ppo-weights]",
        "ppo/learner.py",
        "    check_weights(adam.weights, update=update)\n",
        "",
    ),
    Protection(
        _REPLAY + "test_weights_that_diverge_stop_the_run_and_the_update_can_be_played_again[reinforce-weights]",
        "reinforce/rmsprop.py",
        "            if not (np.isfinite(gradient).all() and np.isfinite(kept).all()):\n",
        "            if False:\n",
    ),
    Protection(
        _REPLAY + "test_a_checkpoint_never_holds_what_is_not_finite",
        "training/checkpoint.py",
        "        if not np.isfinite(array).all():\n            raise DivergedError(\n",
        "        if False:\n            raise DivergedError(\n",
    ),
    Protection(
        _REPLAY + "test_the_code_of_an_environment_is_only_imported_when_asked_for",
        "training/replay.py",
        "    if failure.own_env and env_factory is None:\n",
        "    if False:\n",
    ),
    # Files from strangers, and other machines.
    Protection(
        "tests/untrusted/test_npz.py::test_every_changed_byte_of_a_header_is_refused",
        "untrusted/npz.py",
        "    except Exception as error:  # zipfile",
        "    except zipfile.BadZipFile as error:  # zipfile",
    ),
    Protection(
        _HOSTILE + "test_some_fuzzed_inputs_of_each_kind_are_read_or_refused",
        "untrusted/npz.py",
        "    except Exception as error:  # zipfile",
        "    except zipfile.BadZipFile as error:  # zipfile",
    ),
    Protection(
        _HOSTILE + "test_a_zip_bomb_is_refused_before_it_is_unpacked",
        "untrusted/npz.py",
        "            if not compressed and any(",
        "            if False and any(",
    ),
    Protection(
        _HOSTILE + "test_a_pickle_that_asks_for_memory_is_refused_before_it_is_unpickled",
        "untrusted/pickles.py",
        '            raise ValueError(f"it has the memo index {index}")\n',
        "            pass\n",
    ),
    Protection(
        "tests/legacy/test_runner.py::test_what_is_only_read_has_a_limit_of_lines_and_a_notebook_one_of_cells",
        "untrusted/bounded.py",
        "if lines > MOST_LINES else",
        "if False else",
    ),
    Protection(
        "tests/legacy/test_runner.py::test_what_is_only_read_has_a_limit_of_lines_and_a_notebook_one_of_cells",
        "legacy/read/refusals.py",
        "    if len(codes) > _MOST_CELLS:\n",
        "    if False:\n",
    ),
    Protection(
        _HOSTILE + "test_a_pipe_and_a_device_are_refused_at_once",
        "untrusted/bounded.py",
        "        if not stat.S_ISREG(mode):\n",
        "        if False:\n",
    ),
    Protection(
        "tests/native/test_build.py::test_what_others_can_write_is_not_loaded",
        "native/build.py",
        "        if is_shared:\n",
        "        if False:\n",
    ),
    Protection(
        "tests/distributed/test_cluster.py::"
        "test_a_ray_of_this_machine_listens_on_the_loopback_address_only_and_can_be_attached_to",
        "distributed/loopback.py",
        '"_node_ip_address": _LOOPBACK, ',
        "",
    ),
    Protection(
        "tests/legacy/test_daemons.py::test_helpers_end_with_a_script_that_is_killed",
        "legacy/install/daemons.py",
        "    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number)\n",
        "",
    ),
    Protection(
        "tests/legacy/test_daemons.py::test_a_script_with_ray_that_is_killed_leaves_no_process",
        "distributed/reaper.py",
        "        _end_ray_of(parent)\n",
        "        pass\n",
    ),
)
