import { useViewer } from '#web/api/viewer.ts'
import { Dashboard } from './Dashboard.tsx'
import { Welcome } from './Welcome.tsx'

/** The home of the site: for those who are signed in their projects, for others a word of welcome. */
export function HomePage() {
  const { user } = useViewer()
  return user === null ? <Welcome /> : <Dashboard username={user.username} canCreateGroup={user.canCreateGroup} />
}
