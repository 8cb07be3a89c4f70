export const messages = {
  /** @source ERRMSG-079 */
  load: 'There was an issue loading alert data. Please try again.',
  /** @source ALERT-002 */
  noDetails: 'No alert data to display.',
  status: 'An error occurred while updating the alert status. Please reload the page and try again.',
  none: 'No alerts yet',
  noneHere: 'No matching alerts',
  connect: 'Alerts appear here when a monitoring tool sends them to an integration of this project.',
  askMaintainer: 'A maintainer can set up an integration for your monitoring tools.',
  leftOut: (count: number): string =>
    count === 1 ? '1 more field is not shown.' : `${count.toLocaleString('en')} more fields are not shown.`,
  tokenOnce: 'Copy this token now. It is not shown again.',
} as const
