import type { Warning } from '../../../../shared/contracts/board.ts'
import { warnings } from '../../../../shared/messages/de/warnings.ts'
import { messageIn } from './index.ts'

const warningMessage = messageIn(warnings)

/** A warning of a board or a comparison in the language of the page; in English if only that was stored. */
export const warningText = ({ message, finding }: Pick<Warning, 'message' | 'finding'>) =>
  warningMessage(message, finding)
