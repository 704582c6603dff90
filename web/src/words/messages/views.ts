import { addresses } from '../../../../shared/messages/de/addresses.ts'
import { problems } from '../../../../shared/messages/de/problems.ts'
import { views } from '../../../../shared/messages/de/views.ts'
import { messageIn } from './message-in.ts'

/** Refusals that readers of a page can meet. Every page loads them, so they are few. */
export const viewMessage = messageIn({ ...problems, ...views, ...addresses })
