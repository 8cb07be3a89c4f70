import type { Context } from '#server/context.ts'
import { sizesOfImages } from '#server/foundation/uploads/image-sizes.ts'
import type { ImageSize } from '#server/platform/files/image-size.ts'
import { markdownVersion, type Parsed, renderParsed, scanMarkdownSafely } from '#server/platform/markdown/markdown.ts'
import type { ReferenceMatch } from '#server/platform/markdown/references.ts'
import { sizeImages, uploadSecret } from '#server/platform/markdown/size-images.ts'
import { summarizeTasks } from '#server/platform/markdown/tasks.ts'
import { type Resolved, siteBase, type TextNamespace } from './reference-kind.ts'

/** The users and groups that a text mentions, by id. */
export interface Mentioned {
  readonly userIds: readonly number[]
  /** The users who are mentioned at the start of a line. */
  readonly directUserIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly directGroupIds: readonly number[]
  /** `@all`: every member of the project. */
  readonly all: boolean
}

export interface RenderedText {
  /** Safe HTML, the same for all readers: `redactFor` redacts it for one reader. */
  readonly html: string
  readonly version: number
  readonly mentioned: Mentioned
  readonly mentionedUsernames: readonly string[]
  /** Issuables the text points at, once each. */
  readonly issuableIds: readonly number[]
  readonly tasks: { readonly count: number; readonly completedCount: number }
}

/** A text with nothing in it. */
export const emptyText: RenderedText = {
  html: '',
  version: markdownVersion,
  mentioned: { userIds: [], directUserIds: [], groupIds: [], directGroupIds: [], all: false },
  mentionedUsernames: [],
  issuableIds: [],
  tasks: { count: 0, completedCount: 0 },
}

/**
 * Render markdown for storing. Costs no statement for a text without references and uploads, else one for each kind that occurs.
 * Long texts are scanned in a worker: call it before the transaction where one can.
 *
 * @param namespace  that of the text; null for a text without one, in which only full references are found
 */
export function renderText(ctx: Context, namespace: TextNamespace | null, text: string): Promise<RenderedText> {
  return render(ctx, namespace, text, false)
}

/** Render one line of plain text, such as a title: references and emoji, no markup. */
export function renderLine(ctx: Context, namespace: TextNamespace | null, text: string): Promise<RenderedText> {
  return render(ctx, namespace, text, true)
}

/** The position of a file in a repository: its relative links start in `directory`, at the files of `ref`. */
interface FilePlace {
  /** The encoded ref, as in an address. */
  readonly ref: string
  /** Empty for the root. */
  readonly directory: string
}

/** Render a markdown file of a repository. */
export function renderFile(
  ctx: Context,
  namespace: TextNamespace,
  text: string,
  file: FilePlace,
): Promise<RenderedText> {
  return render(ctx, namespace, text, false, file)
}

/** A text to render. */
export interface TextToRender {
  readonly text: string
  /** Render as one line of plain text, such as a title. */
  readonly line?: boolean
}

/** Render many texts of one place for storing: a statement for each kind of reference that occurs in any of them. */
export function renderBatch(
  ctx: Context,
  namespace: TextNamespace,
  texts: readonly TextToRender[],
): Promise<readonly RenderedText[]> {
  return renderAll(ctx, namespace, texts)
}

async function render(
  ctx: Context,
  namespace: TextNamespace | null,
  text: string,
  line: boolean,
  file?: FilePlace,
): Promise<RenderedText> {
  const [rendered = emptyText] = await renderAll(ctx, namespace, [{ text, line }], file)
  return rendered
}

async function renderAll(
  ctx: Context,
  namespace: TextNamespace | null,
  texts: readonly TextToRender[],
  file?: FilePlace,
): Promise<readonly RenderedText[]> {
  const scans = await scanAll(ctx, namespace, texts, file)
  const found = scans.flatMap(parsed => parsed?.references ?? [])
  const resolved = new Map<ReferenceMatch, Resolved>()
  for (const [kind, matches] of Map.groupBy(found, match => match.kind)) {
    const { plugs } = ctx.services
    const answer = await (plugs.referenceKinds ?? [])
      .find(each => each.kind === kind)
      ?.resolve(ctx, namespace, matches, texts.length)
    for (const [match, target] of answer ?? []) resolved.set(match, target)
  }
  const uploads = scans.flatMap(parsed => parsed?.uploads ?? [])
  const sizes = await sizesOfImages(ctx, [...new Set(uploads.flatMap(address => uploadSecret(address) ?? []))])
  return scans.map(parsed => (parsed === null ? emptyText : finished(parsed, resolved, sizes)))
}

/** The scan of each text; null for an empty one. */
async function scanAll(
  ctx: Context,
  namespace: TextNamespace | null,
  texts: readonly TextToRender[],
  file: FilePlace | undefined,
): Promise<readonly (Parsed | null)[]> {
  const syntaxes = (ctx.services.plugs.referenceKinds ?? []).flatMap(kind => kind.syntaxes)
  const base = siteBase(ctx)
  const options = {
    siteUrl: ctx.services.settings.externalUrl,
    ...(namespace === null
      ? {}
      : {
          uploadsBase: `${base}/-/project/${namespace.id}`,
          blobBase: `${base}/${namespace.fullPath}/-/blob/${file?.ref ?? 'HEAD'}`,
          rawBase: `${base}/${namespace.fullPath}/-/raw/${file?.ref ?? 'HEAD'}`,
          ...(file === undefined ? {} : { directory: file.directory }),
        }),
  }
  const scans: (Parsed | null)[] = []
  for (const { text, line = false } of texts)
    scans.push(text === '' ? null : await scanMarkdownSafely(text, syntaxes, { ...options, line }))
  return scans
}

function finished(
  parsed: Parsed,
  resolvedOfAll: ReadonlyMap<ReferenceMatch, Resolved>,
  sizes: ReadonlyMap<string, ImageSize>,
): RenderedText {
  const resolved = new Map<ReferenceMatch, Resolved>()
  for (const match of parsed.references) {
    const target = resolvedOfAll.get(match)
    if (target !== undefined) resolved.set(match, target)
  }
  const direct = new Set(parsed.mentions.filter(each => each.atLineStart).map(each => each.username.toLowerCase()))
  return {
    html: sizeImages(
      renderParsed(parsed, match => resolved.get(match)?.rendered ?? null),
      sizes,
    ),
    version: markdownVersion,
    mentioned: mentionedIn(resolved, direct),
    mentionedUsernames: [...new Set(usernamesIn(resolved))],
    issuableIds: [...new Set([...resolved.values()].flatMap(target => target.issuableId ?? []))],
    tasks: summarizeTasks(parsed),
  }
}

function mentionedIn(resolved: ReadonlyMap<ReferenceMatch, Resolved>, direct: ReadonlySet<string>): Mentioned {
  const users = new Set<number>()
  const directUsers = new Set<number>()
  const groups = new Set<number>()
  const directGroups = new Set<number>()
  let all = false
  for (const [match, { mention }] of resolved) {
    if (mention === undefined) continue
    if (mention.kind === 'all') {
      all = true
      continue
    }
    const isDirect = direct.has(match.target.toLowerCase())
    const [into, intoDirect] = mention.kind === 'user' ? [users, directUsers] : [groups, directGroups]
    into.add(mention.id)
    if (isDirect) intoDirect.add(mention.id)
  }
  return {
    userIds: [...users],
    directUserIds: [...directUsers],
    groupIds: [...groups],
    directGroupIds: [...directGroups],
    all,
  }
}

function usernamesIn(resolved: ReadonlyMap<ReferenceMatch, Resolved>): readonly string[] {
  return [...resolved].flatMap(([match, { mention }]) => (mention?.kind === 'user' ? [match.target] : []))
}
