import {
  DeviceMobileIcon,
  GearIcon,
  HashIcon,
  MailIcon,
  MegaphoneIcon,
  PeopleIcon,
  ReportIcon,
  ServerIcon,
  SmileyIcon,
} from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { CallError } from '#web/api/client.ts'
import { usePlace } from '#web/api/place.ts'
import { useViewer } from '#web/api/viewer.ts'
import { SideFrame } from '../SideFrame.tsx'

interface AdminFrameProps {
  readonly active:
    | 'users'
    | 'abuse-reports'
    | 'broadcast-messages'
    | 'topics'
    | 'mails'
    | 'phone'
    | 'survey'
    | 'replicas'
    | 'settings'
  readonly title: string
  readonly detail?: ReactNode
  readonly actions?: ReactNode
  readonly width?: 'form' | 'list'
  readonly children: ReactNode
}

const itemsWith = (abuseReports: number) => [
  { key: 'users', label: 'Users', href: '/admin/users', icon: <PeopleIcon /> },
  {
    key: 'abuse-reports',
    label: 'Abuse reports',
    href: '/admin/abuse_reports',
    icon: <ReportIcon />,
    count: abuseReports,
  },
  { key: 'broadcast-messages', label: 'Messages', href: '/admin/broadcast_messages', icon: <MegaphoneIcon /> },
  { key: 'topics', label: 'Topics', href: '/admin/topics', icon: <HashIcon /> },
  { key: 'mails', label: 'Emails', href: '/admin/mails', icon: <MailIcon /> },
  { key: 'phone', label: 'Phone', href: '/admin/phone_provider', icon: <DeviceMobileIcon /> },
  { key: 'survey', label: 'Survey', href: '/admin/survey_answers', icon: <SmileyIcon /> },
  { key: 'replicas', label: 'Replicas', href: '/admin/geo', icon: <ServerIcon /> },
  { key: 'settings', label: 'Settings', href: '/admin/settings', icon: <GearIcon /> },
]

export function AdminFrame(props: AdminFrameProps) {
  const { user } = useViewer()
  if (user?.isAdmin !== true) throw new CallError(user === null ? 401 : 403, '', null)
  return <Frame {...props} />
}

function Frame(props: AdminFrameProps) {
  const { counts } = useViewer()
  usePlace({
    title: props.title,
    namespace: null,
    active: null,
    crumbs: [{ label: 'Administration', href: '/admin/users' }],
  })
  return <SideFrame label="Administration" items={itemsWith(counts.abuseReports)} {...props} />
}
