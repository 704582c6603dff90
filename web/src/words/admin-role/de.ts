import type { en } from './en.ts'

export const de: typeof en = {
  needs: (needed, role) => `Das braucht die Rolle ${needed}. Dein Token hat die Rolle ${role}.`,
}
