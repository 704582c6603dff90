import { openInvitation } from '../../../api/battles.ts'
import { address } from '../../../state/address.svelte.ts'

const START = '#invite='

/**
 * Opens the invitation in the address, and takes its token out of the address and the history.
 * @param replace gives up another invitation to the arena
 */
export async function openLink(arena: string, replace = false): Promise<void> {
  await openInvitation(arena, decodeURIComponent(location.hash.slice(START.length)), replace)
  forgetLink()
}

/** Takes the token out of the address and the history. */
export function forgetLink(): void {
  address.go(address.with({ invited: null }), { replace: true })
}
