/**
 * Has every fixed text that a reader sees, sorted by where it is. `{name}` is a placeholder. A text that depends on a
 * number has one key for each plural form of its language.
 */
export const EN = {
  'page.skip': 'Skip to content',
  'loading.page': 'Loading...',
  'loading.posts': 'Loading posts...',
  'loading.post': 'Loading post...',
  'try-again': 'Try again',
  'back.blog': '← Back to Blog',
  'back.home': '← Back to Home',
  'site.description': 'Thoughts on technology, design, and life.',

  'header.main': 'Main',
  'header.home': 'Home',
  'header.blog': 'Blog',
  'header.theme': 'Switch between light and dark',
  'header.admin': 'Admin',
  'header.logout': 'Logout',

  'footer.pages': 'More pages',
  'footer.copyright': '© {year} {site}. All rights reserved.',
  'footer.love': 'Designed with love',

  'home.continue': 'Continue Reading',
  'home.more': 'More posts',
  'home.all': 'All posts',

  'newsletter.heading': 'Join the Newsletter',
  'newsletter.email': 'Your email address',
  'newsletter.example': 'you@example.com',
  'newsletter.subscribe': 'Subscribe',
  'newsletter.thanks':
    'Thank you for your interest. The newsletter has not started yet, so nothing was sent or stored.',
  'newsletter.wrong':
    'That does not look like an email address. It should look like name@example.com.',
  'newsletter.not-loaded':
    'The page has not fully loaded, so nothing was sent. Check your connection and try again.',
  'newsletter.no-scripts': 'The newsletter has not started yet; nothing is sent or stored.',
  'newsletter.sent':
    'Check your inbox. If this address is not subscribed yet, an email with a confirmation link is on its way.',
  'newsletter.too-many': 'Too many attempts. Please try again in an hour.',
  'newsletter.failed':
    'That did not work: the server did not answer. Please try again in a moment.',

  'newsletter-page.foreign':
    'The form was sent from another site and was ignored. To subscribe, press the button here.',
  'newsletter-page.confirm': 'Confirm your subscription',
  'newsletter-page.confirm-text': 'Press the button to get new posts from {site} by email.',
  'newsletter-page.confirm-button': 'Confirm',
  'newsletter-page.confirmed': 'You are subscribed',
  'newsletter-page.confirmed-text':
    'You will get new posts from {site} by email. Every email has an unsubscribe link.',
  'newsletter-page.leave': 'Unsubscribe from the newsletter?',
  'newsletter-page.leave-text': 'Press the button to stop getting emails from {site}.',
  'newsletter-page.leave-button': 'Unsubscribe',
  'newsletter-page.left': 'You are unsubscribed',
  'newsletter-page.left-text':
    'You will get no more emails from {site}. You can subscribe again at any time.',
  'newsletter-page.gone': 'This link does not work',
  'newsletter-page.confirm-gone':
    'It may be incomplete, or older than seven days. Enter your address again to get a new one.',
  'newsletter-page.leave-gone':
    'It may be incomplete: copy all of it from the email. If you are already unsubscribed, you will get no more emails.',

  'blog.title': 'Blog',
  'site.subtitle': 'Thoughts on technology, design, and life.',
  'blog.search': 'Search posts',
  'blog.search-example': 'Search posts...',
  'blog.search-button': 'Search',
  'blog.topic': 'Topic',
  'blog.all-topics': 'All Topics',
  'blog.found.one': '{count} post',
  'blog.found.other': '{count} posts',
  'blog.found-more': 'More than {count} posts',
  'blog.no-match': 'No posts found matching your criteria.',
  'blog.view-all': 'View all posts',
  'blog.empty': 'No posts available yet.',
  'blog.search-failed': 'The posts could not be searched: the server did not answer.',

  'list.pages': 'Pages',
  'list.newest': 'Newest posts',
  'list.older': 'Older posts',
  'list.follow': 'Follow',
  'list.follow-topic': 'Follow {topic}',

  'topic.kind': 'Topic',
  'topic.title': 'Posts on {topic}',
  'topic.description': 'Everything on {topic} from {site}.',
  'topic.not-found': 'Topic Not Found',
  'topic.empty': 'There are no posts on this topic.',
  'topic.no-older': 'There are no older posts on this topic.',

  'archive.kind': 'Archive',
  'archive.title': 'Posts of {year}',
  'archive.description': 'Everything from {site} in {year}, month by month.',
  'archive.not-found': 'Year Not Found',
  'archive.empty': 'There are no posts of this year.',
  'archive.no-older': 'There are no older posts of this year.',
  'archive.posts.one': '{count} post',
  'archive.posts.other': '{count} posts',

  'post.minutes.one': '{count} min read',
  'post.minutes.other': '{count} min read',
  'post.contents': 'Contents',
  'post.related': 'Related posts',
  'post.more': 'More posts',
  'post.previous': 'Previous:',
  'post.next': 'Next:',
  'post.more-on': 'More on',
  'post.not-found': 'Post Not Found',
  'post.not-found-text': "The post you're looking for doesn't exist.",
  'post.draft': 'Draft',
  'post.draft-note': 'Only you can see this page.',
  'post.edit': 'Edit',
  'post.translations': 'Also in:',
  'post.untitled': 'Untitled',

  'share.heading': 'Share This Post',
  'share.twitter': 'Twitter',
  'share.facebook': 'Facebook',
  'share.pinterest': 'Pinterest',
  'share.email': 'Email',
  'share.copy': 'Copy link',
  'share.more': 'Share…',
  'share.failed': 'Sharing did not work. Copy the address of this page instead.',

  'rendered.heading-link': 'Link to this section',
  'text.copy-heading-link': 'Copy link to section {title}',
  'text.link-copied': 'Copied',
  'text.link-not-copied': 'Not copied: the link is in the address bar',
  'rendered.table': 'Table',
  'rendered.code': 'Code',
  'text.copy-code': 'Copy',
  'text.code-copied': 'Copied',
  'text.code-not-copied': 'Not possible',
  'rendered.footnote-back': 'Back to the text',

  'picture.label': 'Picture',
  'picture.enlarge': 'Enlarge picture',
  'picture.enlarge-described': 'Enlarge picture: {description}',
  'picture.close': 'Close',
  'picture.previous': 'Previous',
  'picture.next': 'Next',
  'picture.position': '{number} of {count}',
  'picture.failed': 'The large picture could not be loaded. Close it and try again later.',

  'about-page.title': 'About',
  'about-page.description': 'What {site} is, and how it is made.',
  'about-page.intro': '{site} is a blog. {description}',
  'about-page.articles':
    'Articles appear here when they are ready, not when a calendar says so. They are about technology, finance, science and whatever else holds up to a second reading. There are no advertisements, no pop-ups and no trackers.',
  'about-page.heading': 'How it is made',
  'about-page.making':
    'One person writes; a small program, kept on one machine, does the rest. Pages arrive whole and read well on a phone, on paper, without scripts, and read aloud. If something does not, that is a mistake, and {link} is welcome.',
  'about-page.link': 'a message about it',

  'contact-page.title': 'Contact',
  'contact-page.description': 'How to reach {site}.',
  'contact-page.text':
    'Questions, corrections and kind words are read, every one of them, and most are answered within a few days.',
  'contact.line': 'Write to {email}.',
  'contact.line-with-links': 'Write to {email}, or say hello on {links}.',
  'contact.links': '{links}, {next}',
  'contact.last-link': '{links} or {last}',

  'preview.label': 'Preview',
  'preview.page': 'This page is not public.',
  'preview.page-until': 'Its link works until {date}.',
  'preview.changes': 'These changes are not public.',
  'preview.changes-until': 'Their link works until {date}.',
  'preview.gone':
    'This preview link does not work. It may have expired or been revoked: ask for a new one.',

  'not-found.title': 'Page Not Found',
  'not-found.text': 'There is no page at this address.',
  'failed.title': 'Something went wrong',
  'failed.text': 'The page could not be shown. Please try again in a moment.',
  'failed.posts': 'The posts could not be loaded: the server did not answer.',
  'failed.post': 'The post could not be loaded: the server did not answer.',
  'failed.page': 'The page could not be loaded: the server did not answer.',
  'failed.topics': 'The topics could not be loaded: the server did not answer.',
  'busy.title': 'One moment, please',
  'busy.text':
    'The site is very busy right now, and this page could not be created in time. Please reload it in a moment.',
  'no-file.title': 'That is not here',
  'no-file.text': 'There is no such file, or no such part of it.',
  'read-only.title': 'That cannot be done here',
  'read-only.text':
    'There is something at this address, but it can only be read. Nothing was changed.',
  'feed.not-found': 'There is nothing here.',
  'feed.unavailable': 'The posts cannot be read right now. Please try again in a moment.',

  'mail.why': 'You are receiving this email because you subscribed to {site}.',
  'mail.leave': 'Unsubscribe',
  'mail.read-on': 'Read on',
  'mail.video': 'Watch the video',
  'mail.audio': 'Listen to the recording',
  'mail.confirm-subject': 'Confirm your subscription to {site}',
  'mail.confirm-text': 'Please confirm that you want to get new posts from {site} at this address.',
  'mail.confirm-button': 'Confirm subscription',
  'mail.confirm-ignore': 'If you did not ask for this, ignore this email and nothing will happen.',

  'offline.label': 'Saved copy',
  'offline.no-connection': 'You are offline, or the site cannot be reached.',
  'offline.failed': 'The site does not work right now.',
  'offline.slow': 'The connection is slow.',
  'offline.copy': 'This is the copy from {date}.',
  'offline.title': 'No connection',
  'offline.no-copy':
    'There is no copy of this page on this device, as it was not opened here before. It loads by itself when the connection returns.',
  'offline.saved-pages': 'What you can read now',
} as const;
