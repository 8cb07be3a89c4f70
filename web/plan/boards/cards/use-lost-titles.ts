import { type TextBox, textBoxes } from '#contract/text-boxes.ts'
import { keptPlaces, useIsKeptUnder } from '#web/api/unsent-texts/kept-text.ts'
import type { BoardListData } from '../shapes.ts'

/** The boxes of unsent titles whose list is no longer on the board. */
export function useLostTitles(
  namespaceId: number,
  boardId: number,
  lists: readonly BoardListData[],
): readonly TextBox[] {
  const prefix = textBoxes.newCard(namespaceId, boardId, '')
  if (!useIsKeptUnder(prefix)) return []
  const cells = keptPlaces().flatMap(place => (place.startsWith(prefix) ? [place.slice(prefix.length)] : []))
  return cells
    .filter(cell => !lists.some(list => String(list.id) === cell.split('.')[0]))
    .map(cell => textBoxes.newCard(namespaceId, boardId, cell))
}
