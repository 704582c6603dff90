/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  compilerOptions: {
    // Some browsers forget that a table is one when its rows are laid out otherwise, as on a phone: so roles are written out.
    warningFilter: ({ code }) => code !== 'a11y_no_redundant_roles',
  },
}
