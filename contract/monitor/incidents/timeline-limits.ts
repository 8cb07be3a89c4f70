/** @source product-rules.md 15 */
export const timelineLimits = {
  /** Characters of a text that is typed on the page. */
  typedCharacters: 280,
  /** Characters of a text that comes in through the API. */
  characters: 10_000,
  tagCharacters: 255,
  tagsOfEvent: 20,
  /** The newest events that the page shows. */
  shown: 500,
  /** Events of an incident that people add. */
  events: 2_000,
} as const
