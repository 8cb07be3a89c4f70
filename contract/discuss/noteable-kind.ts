import { type TInteger, type TString, Type } from 'typebox'
import { withArticle } from '#contract/issuable-kinds.ts'
import { NamespaceRef } from '#contract/shapes.ts'

/**
 * The properties of a kind of noteable from which its operations are made; an entry of `issuableKinds` has them.
 *
 * @typeParam Parameter  the path parameter of its number in the REST API, such as `issueIid`
 * @typeParam NotesParameter  the same in paths of notes, discussions and resource events
 */
export interface NoteableKind<Parameter extends string = string, NotesParameter extends string = string> {
  readonly word: string
  readonly contractType: string
  readonly namespace: 'project' | 'group'
  readonly rest: {
    readonly root: 'projects' | 'groups'
    readonly segment: string
    readonly parameter: Parameter
    readonly notesParameter: NotesParameter
  }
  readonly page: string
  /** Whether its discussions can begin on a line, a file or an image of a diff. */
  readonly hasPositions: boolean
}

/** Names, paths and summaries for the operations on a kind. */
export function partsOf({ word, contractType, namespace, rest, page }: NoteableKind) {
  const path: `/${string}` = `/${rest.root}/:id/${rest.segment}`
  const pages: `/${string}` = `${namespace === 'group' ? '/groups' : ''}/:namespace/-/${page}`
  return {
    /** The name in operations: the `Issue` of `listIssueNotes`. */
    name: contractType.replace(/^.*::/, ''),
    /** The name in operations that leave it out for issues, such as `listLabelEvents`. */
    nameUnlessIssue: contractType === 'Issue' ? '' : contractType.replace(/^.*::/, ''),
    /** The noun in summaries: "an issue". */
    aNoteable: withArticle(word),
    restPath: `${path}/:${rest.parameter}` as const,
    /** `restPath` in paths of notes, discussions and resource events. */
    notesPath: `${path}/:${rest.notesParameter}` as const,
    pagePath: `${pages}/:iid` as const,
  }
}

type RestKey<Parameter extends string> = { id: typeof NamespaceRef } & {
  [Name in Parameter]: Name extends 'sha' ? TString : TInteger
}

/** The input of a REST path that identifies a noteable. */
export function restKey<Parameter extends string>(parameter: Parameter): RestKey<Parameter> {
  // The compiler widens the type of a computed name to `string`.
  return {
    id: NamespaceRef,
    [parameter]: parameter === 'sha' ? Type.String({ maxLength: 255 }) : Type.Integer(),
  } as RestKey<Parameter>
}

/** The input of a page's path that identifies a noteable. */
export const pageKey = { namespace: Type.String(), iid: Type.Integer() }
