/**
 * The entry. On a slow connection the page takes over what the server drew a second later than it is read: until then a
 * choice is noted here, and shown as pressed.
 */
addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-outcome]')
  const { dataset } = document.documentElement
  if (!button || dataset['live'] !== undefined) return
  document.querySelector('[data-outcome][aria-pressed=true]')?.setAttribute('aria-pressed', 'false')
  button.setAttribute('aria-pressed', 'true')
  dataset['chosen'] = button.dataset['outcome']
})

void import('./start.ts')
