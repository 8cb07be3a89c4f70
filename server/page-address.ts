import { kindWord } from '#contract/issuable-kinds.ts'
import type { Operation, ReplyOf } from '#contract/operation.ts'
import type { Reader } from '#contract/reader.ts'
import type { Context } from '#server/context.ts'
import type { Wire } from '#server/platform/text/case.ts'

/** The words of an address by name, as they are parsed. */
export type AddressWords = Readonly<Record<string, unknown>>

/** An address that shows a page, and the operation that brings the page's data. */
export interface PageAddress {
  readonly name: string
  /** `/:namespace/-/issues/:iid`; a namespace's full path is one segment here. */
  readonly address: string
  /** Another address, without parameters, that leads there. */
  readonly alsoAt?: string
  /**
   * Another page, which takes the same input and may show things that this one does not: readers are sent to its
   * address instead of a 404.
   */
  readonly otherwise?: { readonly operation: Operation; readonly addressOf: (address: string) => string }
  readonly operation: Operation
  /** The page is for administrators, although others may call its operation. */
  readonly isForAdministrators?: true
  /** The page's own name, first in the window's title. From `contract/<area>/page-titles.ts`, as the page itself takes it. */
  readonly title: string | ((reply: never) => string)
  /** A sentence or two on the contents, in plain words, for search engines and the previews of links. */
  readonly description?: (reply: never) => string
  /**
   * The preview of a link to the page, with an image of its own. Null where it has none. The image is always drawn from
   * the reply to a signed-out visitor.
   */
  readonly preview?: (reply: never) => LinkPreview | null
  /** The same as a feed: at the address with `?format=atom`, or with `.atom` at its end. It takes the input of the page. */
  readonly feed?: Operation
  /** Words of the address in the spelling of the operation, with those that follow from the reader's browser. */
  readonly readWords?: (words: AddressWords, reader: Reader) => AddressWords
  /** The module of the web that shows it, below `web/`: its files are requested with the document. */
  readonly module?: string
  /**
   * The first question of the page, so that the document brings the reply.
   *
   * @param input  the document's, in the names of the wire
   * @param words  all of the document's address, in the spelling of its operation
   * @returns the input as the page gives it: the page finds the reply by the address that follows from it; null if it asks nothing
   */
  readonly asksFirst?: (input: AddressWords, reply: never, words: AddressWords) => FirstQuestion | null
  /**
   * Whether its first question has more to answer than the first view shows. The browser then asks for the rest as the server
   * draws it, at the page's address with `/rest.html`.
   */
  readonly hasRest?: (reply: never) => boolean
  /** The reply as far as the first view shows it, where that is much less or changes less often: the drawing knows no more. */
  readonly firstView?: (reply: never) => unknown
}

/** A page's subject, as previews of links show it. */
export interface LinkPreview {
  /** "Issue #12", "Project". */
  readonly kind: string
  readonly title: string
  readonly state: 'opened' | 'closed' | 'merged' | 'locked' | null
  /** The dates of an article: an issue, a merge request or an epic. */
  readonly published?: { readonly at: string; readonly changedAt: string }
}

/** The preview of an issue, a merge request or an epic, from the reply of its page. */
export const previewOfIssuable = (issuable: {
  readonly type: string
  readonly title: string
  readonly state: NonNullable<LinkPreview['state']>
  readonly reference: { readonly short: string }
  readonly created_at: string
  readonly updated_at: string
}): LinkPreview => {
  const word = kindWord(issuable.type)
  return {
    kind: `${word.charAt(0).toUpperCase()}${word.slice(1)} ${issuable.reference.short}`,
    title: issuable.title,
    state: issuable.state,
    published: { at: issuable.created_at, changedAt: issuable.updated_at },
  }
}

/** A part that a slice shows on another slice's page: drawn with it, its files requested with the document. */
export interface PagePart {
  /** The operation of the page. */
  readonly operation: Operation
  readonly module: string
  /** The script of the part is loaded when the page is idle: the document names only its styles. */
  readonly isLate?: boolean
  /** @returns the first question of the part; null if the page shows it without that part */
  readonly asksFirst: (reply: never, ctx: Context) => FirstQuestion | null | Promise<FirstQuestion | null>
}

export interface FirstQuestion {
  readonly operation: Operation
  /** The parameters in the names of the wire: texts, lists or objects of them, as in an address. */
  readonly input: AddressWords
  /**
   * Whether an empty list is left out of the document: the request for it may reveal rows that the reader cannot see.
   */
  readonly isLeftOutEmpty?: true
}

interface PageOf<Op extends Operation> extends PageAddress {
  readonly operation: Op
  readonly title: string | ((reply: Wire<ReplyOf<Op>>) => string)
  readonly description?: (reply: Wire<ReplyOf<Op>>) => string
  readonly preview?: (reply: Wire<ReplyOf<Op>>) => LinkPreview | null
  readonly asksFirst?: (input: AddressWords, reply: Wire<ReplyOf<Op>>, words: AddressWords) => FirstQuestion | null
  readonly hasRest?: (reply: Wire<ReplyOf<Op>>) => boolean
  readonly firstView?: (reply: Wire<ReplyOf<Op>>) => Wire<ReplyOf<Op>>
}

/** An address whose title, description or first question follows from the reply of its operation, in the names of the wire. */
export const page = <Op extends Operation>(address: PageOf<Op>): PageAddress => address

/** A part of the page of an operation. */
export const pagePart = <Op extends Operation>(
  operation: Op,
  part: Pick<PagePart, 'module' | 'isLate'> & {
    readonly asksFirst: (reply: Wire<ReplyOf<Op>>, ctx: Context) => ReturnType<PagePart['asksFirst']>
  },
): PagePart => ({ operation, ...part })
