import { repositoryTopic } from '#contract/live-topics.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import type { CodePlace } from '../shapes.ts'

/** The project of a page of code, as the frame of its pages shows it. */
export function placeOf({ header }: CodePlace): PlaceNamespace {
  const { id, kind, name, fullPath, fullName, avatarUrl, openIssuesCount, accessLevel, offers } = header
  return { id, kind, name, fullPath, fullName, avatarUrl, openIssuesCount, accessLevel, offers }
}

/** What changes when somebody pushes. */
export const codeTopics = ({ place }: { readonly place: CodePlace }): readonly string[] => [repositoryTopic(place.id)]

/** The name of a ref that is not the default branch, which goes without saying. */
export const otherRef = (ref: { readonly name: string; readonly isDefault: boolean } | null): string | null =>
  ref === null || ref.isDefault ? null : ref.name
