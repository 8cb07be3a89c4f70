import { type TInteger, Type } from 'typebox'
import { NamespaceRef } from '#contract/shapes.ts'

/**
 * What the operations on a kind of noteable are made from: an entry of `issuableKinds`.
 *
 * `Parameter` and `NotesParameter` are the names under which an address of the API holds its number, such as `issueIid`.
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
}

/** The parts of the names, addresses and summaries of a kind's operations. */
export function partsOf({ word, contractType, namespace, rest, page }: NoteableKind) {
  const path: `/${string}` = `/${rest.root}/:id/${rest.segment}`
  const pages: `/${string}` = `${namespace === 'group' ? '/groups' : ''}/:namespace/-/${page}`
  return {
    /** In names: the `Issue` of `listIssueNotes`. */
    name: contractType,
    /** In the names that the contract has without it for issues, as in `listLabelEvents`. */
    nameUnlessIssue: contractType === 'Issue' ? '' : contractType,
    /** In summaries: "an issue". */
    aNoteable: `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`,
    restPath: `${path}/:${rest.parameter}` as const,
    /** The same before `/notes`, `/discussions` and the resource events. */
    notesPath: `${path}/:${rest.notesParameter}` as const,
    pagePath: `${pages}/:iid` as const,
  }
}

type RestKey<Parameter extends string> = { id: typeof NamespaceRef } & { [Name in Parameter]: TInteger }

/** The input that an address of the API names a noteable by. */
export function restKey<Parameter extends string>(parameter: Parameter): RestKey<Parameter> {
  // The compiler widens the type of a computed name to `string`.
  return { id: NamespaceRef, [parameter]: Type.Integer() } as RestKey<Parameter>
}

/** The input that the address of a page names a noteable by. */
export const pageKey = { namespace: Type.String(), iid: Type.Integer() }
