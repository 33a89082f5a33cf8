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
        "test_way_back.test_from_player_to_player_two_pages_at_most_lie_over_the_list",
        "test_way_back.test_no_page_opens_over_a_question_that_is_open",
        "test_matches_screen.test_a_match_that_another_window_deleted_goes_from_the_list",
        "test_matches_screen.test_several_deletions_come_back_one_by_one",
        "test_matches_screen.test_ten_thousand_matches_draw_only_what_is_in_sight",
        "test_matches_screen.test_only_a_stopped_match_is_taken_up",
        "test_house_screen.test_the_last_double_stays_below_the_set",
        "test_house_screen.test_a_target_is_typed_and_backspace_takes_it_away",
        "test_house_screen.test_what_differs_is_marked_by_a_sign_and_told_in_words",
        "test_players_screen.test_every_figure_says_what_it_rests_on",
        "test_players_screen.test_a_name_that_cannot_be_kept_stays_in_its_box_with_the_reason",
        "test_burst.test_words_behind_help_are_looked_for_in_it",
        "test_burst.test_a_finished_match_chosen_twice_at_once_is_looked_back_on",
        "test_burst.test_the_list_takes_the_keys_behind_the_one_that_goes_to_it",
        "test_burst.test_a_bounced_delete_of_somebody_who_has_not_played_spares_the_neighbour",
        "test_burst.test_a_house_rule_is_changed_where_the_keys_before_led",
        "test_burst.test_a_match_is_chosen_before_the_list_is_read",
        "test_burst.test_ctrl_c_copies_what_is_selected_and_says_what_leaves",
        "test_not_started.test_set_hand_size_and_house_rules_are_there_again",
        "test_review.test_copied_left_and_opened_at_the_table",
        "test_review.test_nobody_and_nothing_is_said_plainly",
        "test_palette.test_every_rule_is_a_hit_and_opens_the_book_there",
        "test_small_windows.test_a_page_in_a_list_without_room_is_none",
        "test_setup.test_on_the_disk_as_in_memory",
        "test_setup.test_the_deal_stands_beside_the_names_and_warns",
        "test_terminals.test_a_match_is_played_by_mouse_alone",
        "test_seats.test_a_name_is_mended_by_keys_and_by_mouse",
        "test_opening_screen.test_skip_drops_the_double_and_tries_it_again",
        "test_layout_table.test_what_cannot_lie_so_is_said",
        "test_layout_table.test_an_end_can_be_clicked_to_choose_a_tile_or_where_it_lies",
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
        "test_keysbelow.test_no_key_is_cut_off_and_help_is_there",
        "test_main_job.test_every_way_out_keeps_what_is_half_typed",
        "test_nasty.test_bytes_that_are_no_text",
        "test_cli_process.test_what_is_done_is_done_though_it_cannot_be_printed",
        "test_cli_long.test_nothing_is_told_where_it_is_no_terminal",
        "test_damaged.test_the_app_starts_though_everything_is_damaged",
        "test_layout_screen.test_where_one_number_begins_the_other_the_answer_waits",
    }
)
"""Of these the first input is tried in the normal run, all others in the long form."""
