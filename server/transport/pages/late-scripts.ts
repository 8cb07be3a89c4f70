const modulePreload = /<link rel="modulepreload"/g
const entry = /<script type="module" crossorigin src="([^"]*)"><\/script>/
const latePreload = '<link rel="preload" as="script" fetchpriority="low"'

/**
 * The head of a document whose first view is drawn: its scripts are fetched after its styles, and run once the view is
 * painted, by the script in `web/index.html`. Compiled and run before that, they delay the paint.
 */
export const withLateScripts = (head: string): string =>
  head.replaceAll(modulePreload, latePreload).replace(entry, `${latePreload} crossorigin href="$1" data-entry>`)
