import { Type } from 'typebox'
import { withFlagsOnly } from '../attributes/plain-shapes.ts'
import { IssuePage } from './issue-pages.ts'

// The parts that the pages of alerts, epics and merge requests share with the page of an issue.

const { issue, permissions } = IssuePage.properties

/** The parts of the page, without the issuable and the permissions. */
export const issuablePage = Type.Omit(IssuePage, [
  'issue',
  'permissions',
  'linkedIssues',
  'childItems',
  'hasMoreChildren',
  'isMoved',
  'movedTo',
  'promotedTo',
  'hasError',
  'hasAlert',
  'statusPage',
]).properties

/** The issuable, without its type and state. */
export const issuableOfPage = withFlagsOnly(
  Type.Omit(issue, ['type', 'state', 'iteration', 'escalationPolicy', 'contacts', 'epic', 'parent']).properties,
)

export const issuablePermissions = Type.Omit(permissions, [
  'canLink',
  'canMove',
  'canEscalate',
  'canReadEscalations',
  'canAdminEscalations',
  'canPromoteToEpic',
  'canReportSpam',
  'canCreateIssue',
  'canCreateIncident',
]).properties
