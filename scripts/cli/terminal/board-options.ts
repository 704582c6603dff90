import { Option } from 'commander'
import type { Command } from 'commander'
import { BOARD_FORMATS } from './board.ts'

/** The options that say how and where a board is written. */
export const withBoardOutput = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--format <format>',
        'how to print the board (default: by the ending of --output, else table)',
      ).choices([...BOARD_FORMATS]),
    )
    .option('-o, --output <file>', 'file to write; - is stdout', '-')
    .option('--json', 'same as --format json', false)
