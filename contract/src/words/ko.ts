import { defineWords } from '../words.ts';

export const KO = defineWords({
  'page.skip': '본문으로 건너뛰기',
  'loading.page': '불러오는 중…',
  'loading.posts': '글을 불러오는 중…',
  'loading.post': '글을 불러오는 중…',
  'try-again': '다시 시도',
  'back.blog': '← 블로그로 돌아가기',
  'back.home': '← 홈으로 돌아가기',
  'site.description': '기술과 디자인, 그리고 삶에 관한 생각.',

  'header.main': '주 메뉴',
  'header.home': '홈',
  'header.blog': '블로그',
  'header.theme': '밝은 화면과 어두운 화면 전환',
  'header.admin': '관리',
  'header.logout': '로그아웃',

  'footer.pages': '다른 페이지',
  'footer.copyright': '© {year} {site}. 모든 권리 보유.',
  'footer.love': '정성을 담아 디자인했습니다',

  'home.continue': '계속 읽기',
  'home.more': '다른 글',
  'home.all': '모든 글',

  'newsletter.heading': '뉴스레터 구독',
  'newsletter.email': '이메일 주소',
  'newsletter.example': 'name@example.com',
  'newsletter.subscribe': '구독하기',
  'newsletter.thanks':
    '관심 가져 주셔서 고맙습니다. 뉴스레터는 아직 시작하지 않아서, 아무것도 보내거나 저장하지 않았습니다.',
  'newsletter.wrong': '이메일 주소가 아닌 것 같습니다. name@example.com 같은 형식으로 적어 주세요.',
  'newsletter.not-loaded':
    '페이지를 다 불러오지 못해 아무것도 보내지 않았습니다. 연결을 확인하고 다시 시도해 주세요.',
  'newsletter.no-scripts':
    '뉴스레터는 아직 시작하지 않았습니다. 아무것도 보내거나 저장하지 않습니다.',
  'newsletter.sent':
    '받은편지함을 확인해 주세요. 아직 구독하지 않은 주소라면 확인 링크가 담긴 메일을 보내 드립니다.',
  'newsletter.too-many': '짧은 시간에 너무 많이 시도했습니다. 한 시간 뒤에 다시 시도해 주세요.',
  'newsletter.failed':
    '처리하지 못했습니다. 서버가 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.',

  'newsletter-page.foreign':
    '다른 사이트에서 보낸 양식이어서 아무것도 하지 않았습니다. 구독하려면 여기에서 버튼을 눌러 주세요.',
  'newsletter-page.confirm': '구독 확인',
  'newsletter-page.confirm-text': '버튼을 누르면 {site}의 새 글을 이메일로 받습니다.',
  'newsletter-page.confirm-button': '확인하기',
  'newsletter-page.confirmed': '구독이 확인되었습니다',
  'newsletter-page.confirmed-text':
    '{site}의 새 글을 이메일로 보내 드립니다. 모든 메일에 구독을 그만두는 링크가 있습니다.',
  'newsletter-page.leave': '뉴스레터 구독을 그만둘까요?',
  'newsletter-page.leave-text': '버튼을 누르면 {site}에서 더 이상 메일을 보내지 않습니다.',
  'newsletter-page.leave-button': '구독 취소',
  'newsletter-page.left': '구독이 취소되었습니다',
  'newsletter-page.left-text':
    '{site}에서 더 이상 메일을 보내지 않습니다. 언제든지 다시 구독할 수 있습니다.',
  'newsletter-page.gone': '쓸 수 없는 링크입니다',
  'newsletter-page.confirm-gone':
    '7일이 지났거나 링크가 잘렸을 수 있습니다. 주소를 다시 입력하면 새 링크를 받습니다.',
  'newsletter-page.leave-gone':
    '링크가 잘렸을 수 있으니 메일에서 전체를 복사해 주세요. 이미 목록에서 지워졌다면 메일이 더 이상 오지 않습니다.',

  'blog.title': '블로그',
  'site.subtitle': '기술과 디자인, 그리고 삶에 관한 생각.',
  'blog.search': '글 검색',
  'blog.search-example': '글 검색…',
  'blog.search-button': '검색',
  'blog.topic': '주제',
  'blog.all-topics': '모든 주제',
  'blog.found.other': '글 {count}편',
  'blog.found-more': '글 {count}편 이상',
  'blog.no-match': '조건에 맞는 글이 없습니다.',
  'blog.view-all': '모든 글 보기',
  'blog.empty': '아직 글이 없습니다.',
  'blog.search-failed': '글을 검색하지 못했습니다. 서버가 응답하지 않습니다.',

  'list.pages': '페이지 이동',
  'list.newest': '최신 글',
  'list.older': '이전 글',
  'list.follow': '구독',
  'list.follow-topic': '{topic} 구독',

  'topic.kind': '주제',
  'topic.title': '{topic}에 관한 글',
  'topic.description': '{site}에 실린, {topic}에 관한 모든 글.',
  'topic.not-found': '주제를 찾을 수 없습니다',
  'topic.empty': '이 주제의 글이 없습니다.',
  'topic.no-older': '이 주제에는 더 오래된 글이 없습니다.',

  'archive.kind': '아카이브',
  'archive.title': '{year}년의 글',
  'archive.description': '{year}년 {site}에 실린 모든 글을 달마다 모았습니다.',
  'archive.not-found': '해당 연도를 찾을 수 없습니다',
  'archive.empty': '이 해의 글이 없습니다.',
  'archive.no-older': '이 해에는 더 오래된 글이 없습니다.',
  'archive.posts.other': '글 {count}편',

  'post.minutes.other': '읽는 데 {count}분',
  'post.contents': '차례',
  'post.related': '관련 글',
  'post.more': '다른 글',
  'post.previous': '이전 글:',
  'post.next': '다음 글:',
  'post.more-on': '관련 주제:',
  'post.not-found': '글을 찾을 수 없습니다',
  'post.not-found-text': '찾으시는 글이 여기에 없습니다.',
  'post.draft': '초안',
  'post.draft-note': '이 페이지는 나만 볼 수 있습니다.',
  'post.edit': '편집',
  'post.translations': '다른 언어:',
  'post.untitled': '제목 없음',

  'share.heading': '이 글 공유하기',
  'share.twitter': '트위터',
  'share.facebook': '페이스북',
  'share.pinterest': '핀터레스트',
  'share.email': '이메일',
  'share.more': '공유…',
  'share.failed': '공유하지 못했습니다. 대신 이 페이지의 주소를 복사해 주세요.',

  'rendered.heading-link': '이 부분의 링크',
  'text.copy-heading-link': '링크 복사: {title}',
  'text.link-copied': '복사했습니다',
  'text.link-not-copied': '복사하지 못했습니다. 링크는 주소창에 있습니다',
  'rendered.table': '표',
  'rendered.code': '코드',
  'text.copy-code': '복사',
  'text.code-copied': '복사함',
  'text.code-not-copied': '복사할 수 없음',
  'rendered.footnote-back': '본문으로 돌아가기',

  'picture.label': '이미지',
  'picture.enlarge': '이미지 크게 보기',
  'picture.enlarge-described': '이미지 크게 보기: {description}',
  'picture.close': '닫기',
  'picture.previous': '이전',
  'picture.next': '다음',
  'picture.position': '{count}장 중 {number}번째',
  'picture.failed': '큰 이미지를 불러오지 못했습니다. 닫고 나중에 다시 시도해 주세요.',

  'about-page.title': '소개',
  'about-page.description': '{site} 소개, 그리고 만드는 이야기.',
  'about-page.intro': '이곳은 블로그 {site}입니다. {description}',
  'about-page.articles':
    '글은 달력이 정한 날이 아니라 다 되었을 때 올립니다. 기술과 금융, 과학, 그리고 두 번 읽어도 좋을 이야기라면 무엇이든 씁니다. 광고도, 팝업도, 추적기도 없습니다.',
  'about-page.heading': '만드는 방식',
  'about-page.making':
    '글은 한 사람이 씁니다. 나머지는 컴퓨터 한 대에 둔 작은 프로그램이 맡습니다. 페이지는 온전한 모습으로 도착하고, 휴대폰에서도, 종이에서도, 자바스크립트 없이도, 소리로 들어도 잘 읽힙니다. 그렇지 않은 곳이 있다면 그건 오류이니, {link} 고맙겠습니다.',
  'about-page.link': '알려 주시면',

  'contact-page.title': '연락',
  'contact-page.description': '{site} 연락 방법.',
  'contact-page.text':
    '질문도, 바로잡을 점도, 다정한 말도 하나하나 읽습니다. 대부분 며칠 안에 답장을 드립니다.',
  'contact.line': '{email} 주소로 편지를 보내 주세요.',
  'contact.line-with-links':
    '{email} 주소로 편지를 보내 주세요. {links}에서 인사를 건네셔도 좋습니다.',
  'contact.links': '{links}, {next}',
  'contact.last-link': '{links} 또는 {last}',

  'preview.label': '미리보기',
  'preview.page': '이 페이지는 공개되지 않았습니다.',
  'preview.page-until': '링크는 {date}까지 쓸 수 있습니다.',
  'preview.changes': '이 변경 내용은 공개되지 않았습니다.',
  'preview.changes-until': '링크는 {date}까지 쓸 수 있습니다.',
  'preview.gone':
    '이 미리보기 링크는 쓸 수 없습니다. 기한이 지났거나 취소되었을 수 있으니 새 링크를 요청해 주세요.',

  'not-found.title': '페이지를 찾을 수 없습니다',
  'not-found.text': '이 주소에는 페이지가 없습니다.',
  'failed.title': '문제가 생겼습니다',
  'failed.text': '페이지를 표시하지 못했습니다. 잠시 후 다시 시도해 주세요.',
  'failed.posts': '글 목록을 불러오지 못했습니다. 서버가 응답하지 않습니다.',
  'failed.post': '글을 불러오지 못했습니다. 서버가 응답하지 않습니다.',
  'failed.page': '페이지를 불러오지 못했습니다. 서버가 응답하지 않습니다.',
  'failed.topics': '주제를 불러오지 못했습니다. 서버가 응답하지 않습니다.',
  'busy.title': '잠시만 기다려 주세요',
  'busy.text':
    '지금 사이트가 매우 붐벼서 이 페이지를 제때 준비하지 못했습니다. 잠시 후 새로 고침해 주세요.',
  'no-file.title': '여기에는 없습니다',
  'no-file.text': '그런 파일이 없거나, 파일에 그런 부분이 없습니다.',
  'read-only.title': '여기서는 할 수 없습니다',
  'read-only.text': '이 주소의 내용은 읽기만 할 수 있습니다. 아무것도 바뀌지 않았습니다.',
  'feed.not-found': '여기에는 아무것도 없습니다.',
  'feed.unavailable': '지금은 글을 불러올 수 없습니다. 잠시 후 다시 시도해 주세요.',

  'mail.why': '{site} 구독자에게 보내는 메일입니다.',
  'mail.leave': '구독 취소',
  'mail.read-on': '계속 읽기',
  'mail.video': '동영상 보기',
  'mail.audio': '녹음 듣기',
  'mail.confirm-subject': '{site} 구독을 확인해 주세요',
  'mail.confirm-text': '이 주소로 {site}의 새 글을 받으시려면 확인해 주세요.',
  'mail.confirm-button': '구독 확인',
  'mail.confirm-ignore':
    '직접 신청하지 않으셨다면 이 메일을 무시해 주세요. 아무 일도 일어나지 않습니다.',

  'offline.label': '저장된 사본',
  'offline.no-connection': '오프라인이거나 사이트에 연결할 수 없습니다.',
  'offline.failed': '지금은 사이트가 작동하지 않습니다.',
  'offline.slow': '연결이 느립니다.',
  'offline.copy': '{date}에 저장된 사본입니다.',
  'offline.title': '연결 없음',
  'offline.no-copy':
    '이 기기에서 연 적이 없는 페이지라 저장된 사본이 없습니다. 연결이 돌아오면 저절로 불러옵니다.',
  'offline.saved-pages': '지금 읽을 수 있는 페이지',
});
