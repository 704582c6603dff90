import { addresses } from '../../../../shared/messages/de/addresses.ts'
import { problems } from '../../../../shared/messages/de/problems.ts'
import { views } from '../../../../shared/messages/de/views.ts'
import { messageIn } from './message-in.ts'

/** What readers of a page can be refused: little, since every page brings it along. */
export const viewMessage = messageIn({ ...problems, ...views, ...addresses })
