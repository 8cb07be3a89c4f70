import type { Actor } from '#server/context.ts'
import { draftAbilities } from './abilities/drafts.ts'
import { issuableAbilities } from './abilities/issuables.ts'
import {
  boardAbilities,
  groupAbilities,
  labelAbilities,
  milestoneAbilities,
  namespaceAbilities,
  projectAbilities,
  projectParts,
} from './abilities/namespaces.ts'
import { noteAbilities } from './abilities/notes.ts'
import { userAbilities } from './abilities/users.ts'
import type { Subject, Subjects } from './facts.ts'

/** Every ability with its rule, from which page flags and the 403 and 404 replies follow. */
export const abilities = {
  ...namespaceAbilities,
  ...groupAbilities,
  ...projectAbilities,
  ...labelAbilities,
  ...milestoneAbilities,
  ...boardAbilities,
  ...issuableAbilities,
  ...noteAbilities,
  ...draftAbilities,
  ...userAbilities,
} as const

export type Ability = keyof typeof abilities

export type SubjectOf<A extends Ability> = A extends `${infer S extends Subject}:${string}` ? S : never
export type FactsOf<A extends Ability> = Subjects[SubjectOf<A>]
export type AbilityOf<S extends Subject> = Extract<Ability, `${S}:${string}`>

/** Whether an actor has an ability on a subject whose facts are loaded. */
export function may<A extends Ability>(who: Actor, ability: A, it: FactsOf<A>): boolean {
  // The table's rule takes the facts of its own subject, which `FactsOf` names.
  const rule = abilities[ability] as (who: Actor, it: FactsOf<A>) => boolean
  return rule(who, it)
}

/** Whether an actor who can see a subject can also see the feature that an ability is about. */
export function knowsPart<A extends Ability>(who: Actor, ability: A, it: FactsOf<A>): boolean {
  // The table only names abilities of projects, so its rules get the facts of a project.
  const rule = projectParts[ability] as ((who: Actor, it: FactsOf<A>) => boolean) | undefined
  return rule === undefined || rule(who, it)
}

type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Camel<Tail>}`
  : Capitalize<Text>
type FlagOf<A extends Ability> = A extends `${string}:${infer Verb}` ? `can${Camel<Verb>}` : never
export type Flags<S extends Subject> = { readonly [A in AbilityOf<S> as FlagOf<A>]: boolean }

const bySubject = Map.groupBy(
  Object.keys(abilities) as Ability[],
  ability => ability.slice(0, ability.indexOf(':')) as Subject,
)

/** Every ability on a subject as flags for a page: `issuable:set-metadata` becomes `canSetMetadata`. */
export function flags<S extends Subject>(who: Actor, subject: S, it: Subjects[S]): Flags<S> {
  const entries = (bySubject.get(subject) ?? []).map(ability => [
    flagName(ability),
    may(who, ability, it as FactsOf<Ability>),
  ])
  // The names are those of the subject's abilities, by construction.
  return Object.fromEntries(entries) as Flags<S>
}

const flagName = (ability: Ability): string =>
  `can${ability
    .slice(ability.indexOf(':') + 1)
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`
