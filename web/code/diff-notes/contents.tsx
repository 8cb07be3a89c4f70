import { standingOf } from '#web/discuss/reading/discussions.ts'
import { type ImagePoint, percentsOf } from '../diff/images/image-point.ts'
import type { ImagePin, LineContent, LinePlace } from '../diff/rows/slots.ts'
import { Shown } from './PlacedThread.tsx'
import { keyOf, type Placed } from './placed.ts'
import { isOfOtherImage } from './threads.ts'

export const numbersOf = ({ oldLine, newLine }: Pick<LinePlace, 'oldLine' | 'newLine'>) => ({ oldLine, newLine })

export function contentOf(placed: Placed): readonly LineContent[] {
  const { position } = placed
  if (position.positionType !== 'text') return []
  return [{ key: keyOf(placed), ...numbersOf(position), content: <Shown placed={placed} isBelow /> }]
}

export function pinOf(placed: Placed, move: (placed: Placed, point: ImagePoint) => Promise<void>): readonly ImagePin[] {
  const { position } = placed
  if (position.positionType !== 'image') return []
  const isThread = placed.kind === 'thread'
  const canMove = !isThread || placed.thread.notes[0]?.currentUser.canEdit === true
  return [
    {
      key: keyOf(placed),
      kind: placed.kind,
      point: isThread && isOfOtherImage(placed.thread, position) ? null : percentsOf(position),
      by: (isThread ? placed.thread.notes[0]?.author.name : placed.draft.author.name) ?? '',
      isResolved: isThread && standingOf(placed.thread).isResolved,
      onMove: canMove ? point => move(placed, point) : undefined,
      content: isAtImage => <Shown placed={placed} isBelow={isAtImage} />,
    },
  ]
}
