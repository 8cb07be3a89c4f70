import type { PlainName, PlainValues } from '#contract/plan/plain-attributes.ts'
import type { Changes, ListChange, Ref } from './attribute.ts'
import { attributeNames, blank } from './attributes.ts'
import type { AttributeName } from './values.ts'

type GivenPlain = { readonly [Name in PlainName]?: PlainValues[Name] | null | undefined }

/** Attributes by name, as every API takes them. */
export interface GivenAttributes extends GivenPlain {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly type?: string | null | undefined
  /** 0 for none, as null. */
  readonly milestone?: Ref | null | undefined
  readonly assignees?: ListChange | undefined
  readonly labels?: ListChange | undefined
}

/**
 * The changes that a request asks for, whichever API it uses. Undefined values are left out, as is null for an attribute that
 * always has a value; for any other attribute null clears the value.
 */
export function changesOf(given: GivenAttributes): Changes {
  const isGiven = (name: AttributeName) => given[name] !== undefined && (given[name] !== null || blank[name] === null)
  return Object.fromEntries(
    attributeNames
      .filter(isGiven)
      .map(name => [name, name === 'milestone' && given.milestone === 0 ? null : given[name]]),
  )
}
