// Markdown to HTML in two steps, so that references can be looked up in between, in one batch and with the rights of the asker.
//
// Step one (`scanMarkdown`) parses, renders and sanitizes: a template that is already safe HTML, with a marker wherever
// a reference may stand. Step two (`renderParsed`) puts an anchor or the typed text at each marker: a single string
// replacement. The markers are noncharacters that no text keeps, so an author cannot write one. Long or suspicious
// texts do step one in a worker thread under a CPU budget (`scanMarkdownSafely`). Only patterns cross over to it (a
// RegExp can be cloned, a function cannot); the functions of the syntaxes, `parse` and `url`, run afterwards on the
// main thread over the few matches found, in both paths alike.
import {
  type Mention,
  matcherOf,
  type ReferenceMatch,
  type ReferenceSyntax,
  type RenderedReference,
  readCandidate,
} from './references.ts'
import { asTyped, type MarkdownOptions, type RawScan, scan } from './scan.ts'
import { runInWorker } from './scan-thread.ts'
import { escapeHtml } from './text.ts'
import type { Heading, TaskItem } from './text-rules.ts'

/** Part of the key of stored HTML: raise it whenever the same text may render differently. */
export const markdownVersion = 5

export interface Parsed {
  /** Safe HTML with markers; only `renderParsed` makes it fit to be shown. */
  readonly template: string
  /** The references in the order of the text, repeated ones too: resolve all of a kind in one query. */
  readonly references: readonly ReferenceMatch[]
  /** Mentions, including those in quotes, without those in code. */
  readonly mentions: readonly Mention[]
  readonly taskItems: readonly TaskItem[]
  readonly headings: readonly Heading[]
  /** Addresses `/uploads/<32 hex>/<file>` as typed, once each. */
  readonly uploads: readonly string[]
  /** The contents of each marker: the value read there, or the HTML that stays. */
  readonly slots: readonly Slot[]
}

interface Slot {
  readonly reference: ReferenceMatch | null
  readonly plain: string
}

// A scan of so much prose takes a few milliseconds; beyond, the way to the worker costs less than the risk.
const inlineLimit = 2_000
// Signs are expensive: a text that is little else can take ten times as long as one of words.
const inlineSigns = 160

function isQuick(text: string): boolean {
  if (text.length > inlineLimit) return false
  const signs = /[^\p{L}\p{N}\s.,;'"()]|\n/gu
  let count = 0
  while (count <= inlineSigns && signs.test(text)) count++
  return count <= inlineSigns
}

/**
 * Parse and find references; no I/O, holds the thread for as long as it takes. `scanMarkdownSafely` is for texts from
 * people.
 */
export function scanMarkdown(text: string, syntaxes: readonly ReferenceSyntax[], options: MarkdownOptions): Parsed {
  return finish(scan(text, syntaxes.map(matcherOf), options), syntaxes, options)
}

/**
 * Like `scanMarkdown`, but a long text is scanned in a worker thread. A text that exceeds its budget is shown as it was
 * typed, in a `pre`, with a note, and then has no references, mentions or tasks.
 */
export async function scanMarkdownSafely(
  text: string,
  syntaxes: readonly ReferenceSyntax[],
  options: MarkdownOptions,
): Promise<Parsed> {
  if (isQuick(text)) return scanMarkdown(text, syntaxes, options)
  const patterns = syntaxes.map(({ pattern, sign }) => ({ pattern, sign }))
  const raw =
    (await runInWorker({ text, patterns, options })) ??
    (await runInWorker({ text, patterns: [], options, asTyped: true }))
  return finish(raw ?? asTyped(text), syntaxes, options)
}

/**
 * The HTML to store or to show.
 *
 * @param resolve  the text or link for a match; null leaves the typed text
 */
export function renderParsed(parsed: Parsed, resolve: (match: ReferenceMatch) => RenderedReference | null): string {
  if (parsed.slots.length === 0) return parsed.template
  const { template, slots } = parsed
  let html = ''
  let last = 0
  for (let at = template.indexOf('\uFDD2'); at !== -1; at = template.indexOf('\uFDD2', last)) {
    html += template.slice(last, at)
    last = template.indexOf('\uFDD3', at) + 1
    const slot = slots[Number(template.slice(at + 2, last - 1))]
    const rendered = slot?.reference ? resolve(slot.reference) : null
    if (!slot?.reference || rendered === null) html += slot?.plain ?? ''
    else if (slot.reference.form !== 'link') html += referenceHtml(slot.reference, rendered)
    else if (template.startsWith('<a ', last)) {
      const titled = template.slice(last, template.indexOf('>', last)).includes(' title="')
      html += `<a ${attributesOf(slot.reference, rendered, !titled)} data-link-reference="true" `
      last += 3
    }
  }
  return html + template.slice(last)
}

function referenceHtml(match: ReferenceMatch, rendered: RenderedReference): string {
  return `<a ${attributesOf(match, rendered)} href="${escapeHtml(rendered.href)}">${escapeHtml(rendered.text)}</a>`
}

function finish(raw: RawScan, syntaxes: readonly ReferenceSyntax[], options: MarkdownOptions): Parsed {
  const siteBase = URL.parse(options.siteUrl ?? '')?.pathname.replace(/\/+$/, '') ?? ''
  const slots: Slot[] = []
  const references: ReferenceMatch[] = []
  const mentions: Mention[] = []
  for (const candidate of raw.candidates) {
    const reference = readCandidate(candidate, syntaxes, siteBase)
    slots.push({ reference, plain: candidate.plain })
    if (reference === null) continue
    references.push(reference)
    if (reference.kind === 'user') mentions.push({ username: reference.target, atLineStart: candidate.atLineStart })
  }
  const { template, taskItems, headings, uploads } = raw
  return { template, references, mentions, taskItems, headings, uploads, slots }
}

function attributesOf(match: ReferenceMatch, rendered: RenderedReference, withTitle = true): string {
  const kind = match.kind.replaceAll('_', '-')
  // First in its tag: `redact` looks for it there.
  const id = rendered.data.referenceId
  let html = id === undefined ? '' : `data-reference-id="${escapeHtml(String(id))}" `
  html += `class="${escapeHtml(`gfm gfm-${kind} ${rendered.classes}`.trim())}"`
  html += ` data-original="${escapeHtml(match.original)}" data-reference-type="${escapeHtml(match.kind)}"`
  for (const [name, value] of Object.entries(rendered.data)) {
    const attribute = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    if (name !== 'referenceId' && /^[a-z][a-z0-9-]*$/.test(attribute))
      html += ` data-${attribute}="${escapeHtml(String(value))}"`
  }
  if (withTitle && rendered.title !== undefined) html += ` title="${escapeHtml(rendered.title)}"`
  if (rendered.style !== undefined && /^(?:--[a-z-]+: ?(?:#[0-9a-fA-F]{3,8}|[a-zA-Z]+);? ?)+$/.test(rendered.style)) {
    html += ` style="${rendered.style}"`
  }
  return html
}
