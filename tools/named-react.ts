import type { Plugin } from 'vite'

/** The modules as the web imports them, or as compiled JSX does. */
const libraries = new Set(['react', 'react/jsx-runtime', 'react-dom'])
const prefix = '\0named:'

/**
 * Give the names of React an ES module of their own. It comes as CommonJS, whose functions a bundle calls as
 * `(0, library.jsx)(...)`, thousands of times.
 *
 * @param folder  of the sources whose imports are meant
 */
export const namedReact = (folder: string): Plugin => ({
  name: 'weft-named-react',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    libraries.has(source) && importer?.startsWith(folder)
      ? { id: `${prefix}${source}`, moduleSideEffects: false }
      : null,
  async load(id) {
    if (!id.startsWith(prefix)) return null
    const library = id.slice(prefix.length)
    const names = Object.keys(await import(library)).filter(name => /^(?!default$)[A-Za-z]\w*$/.test(name))
    // Marked as pure, so that what the web does not use is left out.
    const named = names.map(name => `export const ${name} = /* @__PURE__ */ (() => library.${name})()`)
    return [`import library from '${library}'`, ...named].join('\n')
  },
})
