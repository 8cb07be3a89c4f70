# Fills an empty Redmine with the issues of seed.ts, a member who reads them, and a repository with the branch `change`:
#   REPOSITORY=/path/to/bare.git RAILS_ENV=production bin/rails runner bench/redmine.rb

paragraph = File.read(File.join(__dir__, 'seed.ts'))[/const paragraph =\s*'(.*)'/, 1]
size = 5_000
comments = 500

ActionMailer::Base.perform_deliveries = false
Setting.notified_events = []
Setting.text_formatting = 'markdown'
Setting.per_page_options = '50,100'
Setting.diff_max_lines_displayed = 100_000

project = Project.new(name: 'Project', identifier: 'project', is_public: false)
project.enabled_module_names = %w[issue_tracking repository]
project.trackers = Tracker.all
project.save!
users = (1..20).map do |n|
  user = User.new(firstname: 'Member', lastname: n.to_s, mail: "member#{n}@bench.test", language: 'en')
  user.login = "member#{n}"
  user.password = user.password_confirmation = 'the password of a member'
  user.save!
  Member.create!(project: project, principal: user, roles: [Role.find_by!(name: 'Developer')])
  user
end
categories = (0..29).map { |n| IssueCategory.create!(project: project, name: "label #{n}").id }
milestones = (1..10).map { |n| Version.create!(project: project, name: "Milestone #{n}").id }
open_status, closed_status = [false, true].map { |closed| IssueStatus.where(is_closed: closed).order(:id).first.id }
now = Time.now

(1..size).each_slice(250) do |numbers|
  Issue.insert_all!(numbers.map do |n|
    at = now - n * 60
    {
      id: n, root_id: n, lft: 1, rgt: 2, project_id: project.id, tracker_id: Tracker.first.id,
      priority_id: IssuePriority.default.id, author_id: users[n % 20].id, category_id: categories[n % 30],
      assigned_to_id: n.even? ? users[n % 7].id : nil, fixed_version_id: milestones[n % 10],
      status_id: (n % 4).zero? ? closed_status : open_status, description: paragraph * 2,
      subject: "Thread #{n} breaks at the #{%w[shuttle heddle beam reed treadle][n % 5]}",
      created_on: at, updated_on: at
    }
  end)
end
Journal.insert_all!((1..comments).map do |n|
  { journalized_id: 1, journalized_type: 'Issue', user_id: users[n % 20].id, notes: paragraph * 2, created_on: now - (600 - n) * 60 }
end)
if ENV['REPOSITORY']
  Repository::Git.create!(project: project, url: ENV['REPOSITORY'], identifier: '', is_default: true).fetch_changesets
end
