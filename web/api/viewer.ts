import { useSyncExternalStore } from 'react'
import { getViewer } from './operations.gen.ts'
import { atOpening, embedded, type Viewer } from './page.ts'
import { queryClient, reading, sharedReading } from './query.ts'

atOpening(() => {
  if (embedded.viewer !== null) queryClient.setQueryData([getViewer.name, {}], embedded.viewer)
})

const viewer = sharedReading(reading(getViewer, {}))

/** The signed-in user, with preferences and counters; kept fresh by the user's topic. */
export function useViewer(): Viewer {
  const data = useSyncExternalStore(viewer.watch, viewer.now, viewer.first)
  if (data === undefined) throw new Error('The page came without its viewer')
  return data
}

/** The same, for event handlers. */
export function currentViewer(): Viewer {
  const data = viewer.now()
  if (data === undefined) throw new Error('The page came without its viewer')
  return data
}
