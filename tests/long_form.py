"""Which stories of the screens are told in the long form only, so that the normal run stays short.

Each screen keeps its main story in the normal run; what is here goes the same ways by mouse, at other sizes or with
other inputs.
"""

from __future__ import annotations

from typing import Final

LONG: Final = frozenset(
    {
        "test_players_screen.test_a_season_of_ones_own_days",
        "test_players_screen.test_the_mouse_does_what_the_keys_do",
        "test_players_screen.test_head_to_head_and_all_matches",
        "test_players_screen.test_a_record_opens_the_match_it_comes_from",
        "test_players_screen.test_archived_and_back",
        "test_players_screen.test_the_table_is_ordered_by_any_figure",
        "test_setup.test_the_list_by_mouse",
        "test_setup.test_mending_keeps_what_was_typed_and_can_be_left",
        "test_setup.test_the_last_house_rules_are_the_first_of_the_next_match",
        "test_house_screen.test_ready_made_rules_are_reached_from_the_first_line",
        "test_house_screen.test_the_mouse_changes_keeps_and_leaves",
        "test_seats.test_a_question_gives_the_cleaned_line_or_nothing",
        "test_seats.test_leaving_and_coming_back",
        "test_matches_screen.test_the_mouse_opens_deletes_and_brings_back",
        "test_matches_screen.test_when_the_match_below_was_deleted_another_is_shown",
        "test_matches_screen.test_letters_narrow_the_list_down",
        "test_review.test_sections_by_digit_tab_and_mouse",
        "test_review.test_the_mouse_in_the_table_and_the_keys_in_the_curves",
        "test_burst.test_a_double_click_on_a_cross_takes_one_row_out",
        "test_burst.test_leaving_twice_at_once_from_a_dialog_over_a_page_leaves_the_page",
        "test_not_started.test_nothing_is_left_of_a_match_that_was_started_or_emptied",
        "test_not_started.test_a_match_with_the_same_players_does_not_take_its_place_until_it_is_changed",
        "test_files.test_everything_is_written_and_backed_up",
        "test_cli_long.test_an_import_is_broken_off_and_completed",
    }
)
"""Module and function of a story that is told in the long form only."""

FIRST_ONLY: Final = frozenset(
    {
        "test_burst.test_a_key_that_comes_twice_at_once_opens_and_leaves_one_screen",
        "test_burst.test_a_bounced_or_held_delete_takes_one_row_out",
        "test_burst.test_a_command_that_is_picked_twice_at_once_is_done_once",
        "test_review.test_every_section_at_every_size",
        "test_not_started.test_what_was_typed_is_there_again",
        "test_players_screen.test_any_name_at_any_size",
        "test_house_screen.test_every_switch_can_be_seen_with_its_value",
        "test_seats.test_catch_up_and_seat_are_the_tables_choice",
        "test_help.test_help_is_read_at_every_size_with_names_as_they_are",
        "test_setup.test_any_name_at_any_size",
        "test_layout_table.test_a_whole_double_nine_round_by_keys_ends_in_the_score_row",
        "test_layout_table.test_any_name_and_any_size",
        "test_terminals.test_sixteen_colours_leave_everything_legible",
        "test_terminals.test_a_window_of_any_size_takes_a_round",
        "test_small_windows.test_where_one_types_or_chooses_is_in_sight",
        "test_small_windows.test_the_row_that_is_typed_is_the_last_to_go",
    }
)
"""Of these the first input is tried in the normal run, all others in the long form."""
