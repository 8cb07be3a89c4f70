export const messages = {
  noPage: 'This project has no public status page. A maintainer can turn it on in the project settings',
  confidential: 'Confidential incidents cannot be published. Turn off confidentiality first',
  published: 'This incident is already published',
  notPublished: 'This incident is not on the status page. Publish it first',
  noTitle:
    'This incident was created from an alert. Choose “Publish on status page” in its menu to write a title for the public',
  ownUpdate: 'cannot be changed to or from resolved. Post another update',
  noComponent: 'must be components of this project, each named once',
} as const
