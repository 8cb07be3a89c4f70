import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type PageDrawing, startDrawing } from './drawing.ts'

/** The source of the browser's files. */
export interface WebRoot {
  /** The page around every address, with the marker `<!--weft-->` where its data go. */
  html(url: string): Promise<string>
  /** Folder of built files, null when a development server brings them. */
  readonly folder: string | null
  /** Sources of the scripts in the document itself, for its content security policy. */
  readonly inlineScripts?: readonly string[]
  /** The files of a page's modules, as links for its document; of late modules only their styles. */
  readonly linksOf?: (modules: readonly string[], lateModules: readonly string[]) => string
  /** Draws the first view of pages. */
  readonly drawing?: PageDrawing | null
}

/** The built pages of a folder. */
export async function builtWeb(folder: string, log: Pick<Logger, 'warn'>): Promise<WebRoot> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const links = modulesOf(await readFile(join(folder, '.vite/manifest.json'), 'utf8'), html)
  return {
    folder,
    html: async () => html,
    linksOf: links,
    inlineScripts: inlineScriptsOf(html),
    drawing: startDrawing(folder, log),
  }
}

/** The sources `sha256-...` of the scripts in a document. */
const inlineScriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

interface BuiltModule {
  readonly file: string
  /** The name of its chunk, as `vite.config.ts` names them. */
  readonly name?: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  /** The modules that it imports on demand. */
  readonly dynamicImports?: readonly string[]
}

/** The modules that an entry loads besides those of every document, now and on demand, as links. */
function modulesOf(manifestText: string, html: string): NonNullable<WebRoot['linksOf']> {
  // Written by the build beside the document.
  const manifest = JSON.parse(manifestText) as Readonly<Record<string, BuiltModule>>
  const isForm = (name: string) => name.endsWith('.tsx') || /-parts$/.test(manifest[name]?.name ?? '')
  /** Drawn with the first view, and hydrated after it: see `tools/page-chunks.ts`. */
  const isHydratedLater = (name: string) => manifest[name]?.name === 'discussion'
  // The addresses of all pages but the first ones.
  const morePages = Object.keys(manifest).find(name => manifest[name]?.name === 'more-pages') ?? ''
  const firstFiles = new Set(manifest['index.html']?.dynamicImports?.map(name => manifest[name]?.file))
  const made = new Map<string, string>()
  return (modules, lateModules) => {
    const key = `${modules} ${lateModules}`
    const known = made.get(key)
    if (known !== undefined) return known
    const isNew = (file: string) => !html.includes(`/${file}"`)
    const [scripts, styles, wanted] = [new Set<string>(), new Set<string>(), new Set<string>()]
    const seen = new Set<string>()
    const waiting = firstFiles.has(manifest[modules[0] ?? '']?.file) ? [...modules] : [morePages, ...modules]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const built = manifest[name]
      if (built === undefined || seen.has(name)) continue
      seen.add(name)
      scripts.add(built.file)
      for (const style of built.css ?? []) styles.add(style)
      waiting.push(...(built.imports ?? []))
      // The scripts of every document import all pages on demand: of those, only the shell's own parts.
      for (const part of built.dynamicImports ?? [])
        if ((isNew(built.file) && name !== morePages) || manifest[part]?.name === 'shared-parts') wanted.add(part)
    }
    const later = [...wanted].filter(isHydratedLater)
    for (const style of stylesOf([...later, ...lateModules])) styles.add(style)
    // Dialogs and forms, and the modules that several of them share. Tables of data are large, and few users need them.
    const forms = [...wanted].filter(isForm).flatMap(part => manifest[part] ?? [])
    const shared = forms.flatMap(form => form.imports ?? []).filter((name, at, names) => names.indexOf(name) < at)
    const parts = [
      ...later.flatMap(name => manifest[name] ?? []),
      ...forms,
      ...new Set(shared.flatMap(name => manifest[name] ?? [])),
    ]
    const files = [...new Set(parts.map(({ file }) => file))]
    const links = [
      ...[...styles].filter(isNew).map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...[...scripts].filter(isNew).map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
      // Fetched when the page is at rest, and not read before they are wanted.
      ...files
        .filter(file => isNew(file) && !scripts.has(file))
        .map(file => `<link rel="prefetch" as="script" crossorigin href="/${file}">`),
    ].join('')
    made.set(key, links)
    return links
  }

  function stylesOf(modules: readonly string[]): ReadonlySet<string> {
    const seen = new Set(modules)
    for (const name of seen) for (const needed of manifest[name]?.imports ?? []) seen.add(needed)
    return new Set([...seen].flatMap(name => manifest[name]?.css ?? []))
  }
}
