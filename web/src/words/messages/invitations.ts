import { invitations } from '../../../../shared/messages/de/invitations.ts'
import { messageIn } from './message-in.ts'

/** Why a link or an invitation cannot be used. */
export const invitationMessage = messageIn(invitations)
