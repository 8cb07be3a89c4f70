import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, transformWithOxc } from 'vite'
import { firstPages } from './tools/first-script.ts'
import { iconFont } from './tools/icon-font.ts'
import { firstChunks, lateIssueParts } from './tools/page-chunks.ts'
import { reactAliases } from './tools/react-aliases.ts'
import { splitOperations } from './tools/split-tables.ts'

const web = resolve(import.meta.dirname, 'web')
const dist = resolve(import.meta.dirname, 'dist')
// With the contract and the small packages that only the web's modules read.
const inWeb = /[\\/](?:web|contract)[\\/]|icon-font|paste-markdown|node-diff3/

// The libraries change with their versions, the rest of the first page with every release: cached apart.
const chunks = [
  {
    name: 'libraries',
    // Endless lists are those of the pickers; the others are those of some other pages.
    test: /node_modules[\\/](?:preact|@tanstack)[\\/](?!.*(?:nfiniteQuery(?:Observer)?|ueries(?:Observer)?|useIsFetching|useMutationState)\.js)/,
    priority: 2,
  },
  ...firstChunks(web, inWeb),
  // What other pages share comes in a file for each area: with a browser's few connections a request costs
  // more than what is not needed yet.
  { name: 'kit', test: /[\\/]web[\\/](?:ui|api)[\\/]|[\\/]contract[\\/]|icon-font/, minShareCount: 2 },
  // With the discussions, which other pages of the code do without.
  { name: 'diff-notes', test: /[\\/]web[\\/]code[\\/]diff-notes[\\/]/, minShareCount: 2 },
  { name: 'plan', test: /[\\/]web[\\/](?:discuss|plan)[\\/]/, minShareCount: 2 },
  { name: 'code', test: /[\\/]web[\\/]code[\\/]/, minShareCount: 2 },
  { name: 'places', test: /[\\/]web[\\/](?:foundation|feeds)[\\/]/, minShareCount: 2 },
]

// The first scripts name hundreds of files, and a hash hardly compresses: 28 bits tell the versions of one file apart.
const names = {
  hashCharacters: 'hex',
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
} as const

export default defineConfig(({ isSsrBuild = false }) => ({
  root: web,
  publicDir: resolve(web, 'public'),
  plugins: [
    react(),
    splitOperations(resolve(web, 'api/operations.gen.ts')),
    iconFont(web, isSsrBuild),
    ...(isSsrBuild ? [] : [serviceWorker(), namedPages(), precompress()]),
  ],
  resolve: { alias: reactAliases },
  // The drawing stands by itself: its React is the one that it was built with.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // Without the line that Vite adds: names of one file differ in their own part, and compress.
  css: { modules: { generateScopedName: (name, file) => `${name}_${hashOf(relative(web, file))}` } },
  // Workers load parts of theirs when they are wanted, as pages do.
  worker: { format: 'es' },
  build: {
    outDir: isSsrBuild ? resolve(dist, 'drawing') : dist,
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    // The styles use light-dark(), the scripts nothing newer than these browsers know.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // Icons and fonts stay files, so that the content security policy needs no data: addresses in styles.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'js' ? inOneOrder(files) : files),
    },
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: chunks }, ...names } },
  },
}))

/**
 * What a page that is opened later needs, without what each document has loaded: lists of the same files in the same
 * order compress to little. Styles stay in the order of the cascade.
 */
function inOneOrder(files: string[]): string[] {
  const needed = files.filter(file => !/\/(?:rolldown-runtime|libraries|index)-/.test(file))
  const isStyle = (file: string) => file.endsWith('.css')
  return [...needed.filter(file => !isStyle(file)).sort(), ...needed.filter(isStyle)]
}

const hashOf = (path: string) => createHash('sha256').update(path).digest('base64url').slice(0, 5)

/** The service worker keeps its name, and stands beside the document: its place is its scope. */
function serviceWorker(): Plugin {
  const path = resolve(web, 'shell/kept-pages/service-worker.ts')
  return {
    name: 'weft-service-worker',
    apply: 'build',
    async generateBundle() {
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path)
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code })
    },
  }
}

/** Name the first pages and the late parts of an issue in the manifest: a module that is in the chunk of another name is not there by itself. */
function namedPages(): Plugin {
  return {
    name: 'weft-named-pages',
    apply: 'build',
    async writeBundle({ dir = dist }, bundle) {
      const path = join(dir, '.vite/manifest.json')
      const manifest: Record<string, { readonly file: string }> = JSON.parse(await readFile(path, 'utf8'))
      for (const module of [...firstPages.map(page => page.module), lateIssueParts]) {
        const holds = (id: string) => id === join(web, module)
        const chunk = Object.values(bundle).find(each => each.type === 'chunk' && each.moduleIds.some(holds))
        const built = Object.values(manifest).find(({ file }) => file === chunk?.fileName)
        if (built !== undefined) manifest[module] ??= built
      }
      await writeFile(path, JSON.stringify(manifest))
    },
  }
}

/** Write a `.br` and a `.gz` beside every text asset, so that the server never compresses one on the way out. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  let folder = dist
  return {
    name: 'weft-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true })
      await Promise.all(
        names
          .filter(name => /\.(?:js|css|svg)$/.test(name))
          .map(async name => {
            const path = join(folder, name)
            const content = await readFile(path)
            // The library for diagrams alone would take seconds for a tenth less.
            const quality = content.length > 1_000_000 ? 9 : 11
            const small = {
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
              [constants.BROTLI_PARAM_QUALITY]: quality,
            }
            await writeFile(`${path}.br`, await brotli(content, { params: small }))
            // Shorter blocks, each with a code of its own, than by default.
            await writeFile(`${path}.gz`, await zip(content, { level: 9, memLevel: 7 }))
          }),
      )
    },
  }
}
