"""How a printed score sheet looks, on A4 and Letter and on a screen; no colour carries a meaning."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
@page { margin: 12mm; }
@page wide { size: landscape; margin: 9mm; }
* { box-sizing: border-box; }
body { margin: 0; color: #000; background: #fff; font: 11pt/1.3 "Helvetica Neue", Helvetica, Arial, sans-serif; }
.sheet { max-width: 190mm; margin: 0 auto; }
.wide { page: wide; max-width: 279mm; }
.sheet + .sheet { break-before: page; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 6mm; margin-bottom: 2mm; }
h1 { margin: 0; font-size: 20pt; }
h2 { margin: 0 0 1mm; font-size: 11pt; break-after: avoid; }
p { margin: 0 0 1mm; }
.winner { font-size: 16pt; font-weight: bold; }
table { border-collapse: collapse; }
.rounds { width: 100%; table-layout: fixed; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
.rounds th, .rounds td { border: 0.3mm solid #777; padding: 0.6mm 1mm; text-align: center; overflow-wrap: anywhere; }
.rounds thead th { border-bottom: 0.6mm solid #000; vertical-align: bottom; }
.rounds .double { width: 25mm; text-align: left; font-weight: normal; white-space: nowrap; }
.rounds .remark { width: 30mm; text-align: left; font-size: 8.5pt; }
.rounds td { height: 7.4mm; }
.rounds .open td { height: 9mm; }
.rounds .foot { break-before: avoid; }
.rounds .foot > * { font-weight: bold; }
.rounds .foot .double { font-size: 10pt; white-space: normal; }
.rounds .total > * { border-top: 0.6mm solid #000; }
.points { font-size: 12pt; }
.sum { margin-left: 0.6mm; font-size: 7.5pt; color: #555; }
.ring { display: inline-block; min-width: 5mm; text-align: center; border: 0.4mm solid #000; border-radius: 3mm; }
.rounds .first { border: 0.8mm solid #000; }
.many { font-size: 9pt; }
.many .points { font-size: 10pt; }
.many .rounds th, .many .rounds td { padding: 0.4mm; }
.many .rounds td { height: 6.4mm; }
.crowd .name { height: 32mm; padding: 1mm 0; }
.crowd .name bdi { display: inline-block; max-height: 30mm; writing-mode: vertical-rl; text-align: left; }
.crowd .rounds td { height: 5.4mm; padding: 0 0.4mm; line-height: 1.15; }
.crowd svg { width: 9mm; height: 4.5mm; }
.crowd .sum { display: none; }
.places td { padding: 0.2mm 3mm 0.2mm 0; }
.places .who { overflow-wrap: anywhere; }
.places .number { text-align: right; font-variant-numeric: tabular-nums; }
ul { margin: 0; padding-left: 5mm; }
section { margin-bottom: 4mm; break-inside: avoid; }
.below { margin-top: 4mm; columns: 2; column-gap: 8mm; }
.wide .below { columns: 3; }
footer { font-size: 8pt; color: #555; }
svg { vertical-align: -1.2mm; margin-right: 1mm; }
@media screen { .sheet { padding: 6mm; } }
"""
"""Constant, so that no text of a match can get into it."""
