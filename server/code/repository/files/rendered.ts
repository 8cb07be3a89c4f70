import type { Context } from '#server/context.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { renderFile, renderLine } from '#server/discuss/references/render.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import type { File } from '#server/platform/git/files/blob.ts'
import { fileText } from '#server/platform/git/files/file-text.ts'
import { findEntry } from '#server/platform/git/files/tree.ts'
import { markdownVersion } from '#server/platform/markdown/markdown.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'

export const isMarkdown = (name: string): boolean => /\.(md|markdown|mdown|mkd)$/i.test(name)

const kept = new ByteCache<string, string>({
  name: 'rendered_files',
  maxBytes: 12 * 1024 * 1024,
  sizeOf: (html, key) => bytesOf(html) + bytesOf(key),
  livesMs: 10 * 60_000,
})

/** A markdown file as HTML, made fit for the reader. Rendered once; the references in it may be ten minutes old. */
export async function renderedFile(
  ctx: Context,
  project: ProjectRow,
  { dir, ref }: { readonly dir: string; readonly ref: { readonly name: string; readonly commitId: string } },
  file: File,
): Promise<string> {
  const key = [project.id, project.fullPath, ref.name, ref.commitId, file.path, file.id, markdownVersion].join('\0')
  let html = kept.get(key)
  if (html === undefined) {
    const directory = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')))
    const text = fileText(file.content)?.text ?? ''
    const rendered = await renderFile(ctx, project, text, { ref: addressOf(ref.name), directory })
    const blobBase = `${siteBase(ctx)}/${project.fullPath}/-/blob/${addressOf(ref.name)}/`
    html = await withFolders(demoted(rendered.html), blobBase, dir, ref.commitId)
    kept.set(key, html)
  }
  return (await redactFor(ctx, [html]))[0] ?? ''
}

const mostLinks = 300

/** The HTML with its links to folders as addresses of folders: the author of a link does not give its type. */
async function withFolders(html: string, blobBase: string, dir: string, commitId: string): Promise<string> {
  const start = `href="${escapeHtml(blobBase)}`
  const found = new Set(
    html
      .split(start)
      .slice(1, mostLinks)
      .map(rest => rest.slice(0, rest.search(/["?#]/))),
  )
  const folders = new Set<string>()
  for (const address of found) {
    const entry = await findEntry(dir, commitId, decoded(address))
    if (entry === null ? address === '' : entry.type === 'tree') folders.add(address)
  }
  if (folders.size === 0) return html
  const treeStart = start.replace('/-/blob/', '/-/tree/')
  return html
    .split(start)
    .map((part, index) =>
      index === 0 ? part : (folders.has(part.slice(0, part.search(/["?#]/))) ? treeStart : start) + part,
    )
    .join('')
}

/** The path in an address, where it is not encoded. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('&amp;', '&').replaceAll('&#39;', "'")).replace(/\/+$/, '')
  } catch {
    // No encoding: `100%`.
    return address
  }
}

/** Move the headings one level down: the page around them has the first level for itself. */
const demoted = (html: string): string =>
  html.replace(/(<\/?h)([1-5])(?=[ >])/g, (_all, tag: string, level: string) => `${tag}${Number(level) + 1}`)

/** A separator between lines while they are rendered as one, so that many lines cost the statements of one. */
const seam = '\uE0A7'
const renderedChars = 20_000

/**
 * Lines of plain text as HTML with their references, fit for the reader; runs of whitespace within a line become one
 * blank.
 */
export async function renderedLines(
  ctx: Context,
  project: ProjectRow,
  lines: readonly string[],
): Promise<readonly string[]> {
  const text = lines.map(line => line.replaceAll(seam, '')).join(seam)
  if (text.length <= renderedChars) {
    const { html } = await renderLine(ctx, project, text)
    const shown = ((await redactFor(ctx, [html]))[0] ?? '').split(seam)
    if (shown.length === lines.length) return shown
  }
  return lines.map(escapeHtml)
}
