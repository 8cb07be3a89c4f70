import { useSyncExternalStore } from 'react'
import { getViewer } from './operations.gen.ts'
import { embedded, type Viewer } from './page.ts'
import { queryClient, reading, sharedReading } from './query.ts'

if (embedded.viewer !== null) queryClient.setQueryData([getViewer.name, {}], embedded.viewer)

const viewer = sharedReading(reading(getViewer, {}))

/** Who is signed in, with their preferences and counters; kept fresh by the topic of that person. */
export function useViewer(): Viewer {
  const data = useSyncExternalStore(viewer.watch, viewer.now)
  if (data === undefined) throw new Error('The page came without its viewer')
  return data
}
