import { invitations } from '../../../../shared/messages/de/votes.ts'
import { messageIn } from './index.ts'

/** Why a link or an invitation cannot be used. */
export const invitationMessage = messageIn(invitations)
