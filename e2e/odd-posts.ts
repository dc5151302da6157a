const LONG_WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const LONG_URL = `https://example.com/${'a-path-without-an-end/'.repeat(8)}?q=${'x'.repeat(120)}`;

/** Posts that are unlike the usual one, for tests of how they are shown. */
export type OddPost = {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly tags?: string[];
};

const ARABIC = `
<p>كتب هذا النص من اليمين إلى اليسار، وفيه كلمة English وأرقام 1,234.56 و<code>npm run build</code>.</p>
<h2>عنوان القسم (2026)</h2>
<ul><li>البند الأول</li><li>An English item, with a comma.</li><li><p>فقرة في بند</p><ol><li>داخلي</li></ol></li></ul>
<blockquote><p>اقتباس قصير.</p></blockquote>
<p>An English paragraph in an Arabic post, ended by a full stop.</p>
<ol><li>First, in English</li><li>ثانيا بالعربية.</li></ol>
<blockquote><p>A quotation in English.</p><footer>— <cite>كاتب</cite></footer></blockquote>
<pre><code class="language-js">const answer = 42; // تعليق</code></pre>
<figure class="wide"><img src="/uploads/missing.png" width="1200" height="300" alt="صورة"><figcaption>تعليق الصورة.</figcaption></figure>
<table><caption>جدول</caption><thead><tr><th>الاسم</th><th>القيمة</th></tr></thead><tbody><tr><td>شاي</td><td>12.50</td></tr><tr><td>Coffee, black.</td><td>3</td></tr></tbody></table>
<details><summary>تفاصيل</summary><p>نص مخفي.</p></details>
<aside class="note"><p>ملاحظة.</p></aside>
<dl><dt>مصطلح</dt><dd>تعريفه.</dd></dl>
<hr><p>1, 2, 3.</p>`;

const BOTH = `
<p>An English post with a name, <bdi>محمد</bdi>, and a full stop.</p>
<p>فقرة عربية في مقال إنجليزي، تنتهي بنقطة.</p>
<ul><li>אחת</li><li>שתיים, עם פסיק.</li><li>Three.</li></ul>
<blockquote><p>ציטוט קצר בעברית.</p></blockquote>
<h2>כותרת בעברית</h2>
<h3>An English heading</h3>
<table><tr><th>שם</th><th>ערך</th></tr><tr><td>תה</td><td>12</td></tr></table>
<p dir="rtl">English, by its author from the right.</p>`;

const ASIAN = `
<p>日本語の文章は、単語の間に空白がありません。そのため「行分割」は句読点の規則に従います。<em>強調</em>された言葉と<strong>太字</strong>、English words と数字123も混ざります。長音「ー」や小さい「っ」は行頭に来ません。</p>
<h2>見出しはできるだけ文節で折り返されると読みやすい</h2>
<p>中文的标点符号，不应出现在行首。<em>强调</em>的文字，和<i>斜体</i>。</p>
<blockquote><p>引用文は斜体にしない。</p></blockquote>
<p>한국어는 단어 사이에 띄어쓰기가 있으므로 단어 중간에서 줄을 바꾸지 않는 편이 읽기 좋습니다.</p>
<p>ภาษาไทยเขียนติดกันโดยไม่มีช่องว่างระหว่างคำจึงต้องใช้พจนานุกรมในการตัดบรรทัดให้ถูกต้อง</p>
<h2>ภาษาไทยที่มีวรรณยุกต์ซ้อนกัน ปู่ย่าตายาย น้ำใจ</h2>
<p>ភាសាខ្មែរសរសេរដោយគ្មានចន្លោះរវាងពាក្យដូច្នេះត្រូវការវចនានុក្រមដើម្បីបំបែកបន្ទាត់</p>
<p>हिन्दी में संयुक्ताक्षर होते हैं: क्षत्रिय, ज्ञान, श्रृंखला।</p>
<h3>देवनागरी शीर्षक में मात्राएँ ऊपर और नीचे होती हैं</h3>
<p>👩‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 🇯🇵 ${'👩‍👩‍👧‍👦'.repeat(40)}</p>
<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>`;

const LONG_WORDS = `
<p>${LONG_WORD} and <a href="${LONG_URL}">${LONG_URL}</a> and <code>${'snake_case_'.repeat(20)}</code>.</p>
<h2>${LONG_WORD}</h2><h3>${LONG_URL}</h3><h4>${'W'.repeat(200)}</h4>
<ul><li>${LONG_WORD}<ul><li>${LONG_URL}</li></ul></li></ul>
<blockquote><p>${LONG_URL}</p><footer><cite>${LONG_WORD}</cite></footer></blockquote>
<blockquote class="pull">${LONG_WORD}</blockquote>
<figure><img src="/uploads/missing.png" width="900" height="200" alt="${LONG_WORD}"><figcaption>${LONG_URL}</figcaption></figure>
<table><caption>${LONG_URL}</caption><tr><th>Name</th><th>${LONG_WORD}</th></tr><tr><td>${LONG_URL}</td><td>1</td></tr></table>
<pre><code>${'long line of code; '.repeat(20)}</code></pre>
<pre>${'a line without code '.repeat(20)}</pre>
<details><summary>${LONG_WORD}</summary><p>${LONG_URL}</p></details>
<dl><dt>${LONG_WORD}</dt><dd>${LONG_URL}</dd></dl>
<p><kbd>${'Ctrl+'.repeat(40)}</kbd> <mark>${'m'.repeat(120)}</mark> <samp>${'s'.repeat(120)}</samp></p>
<p>${'a'.repeat(150)}<sup>${'2'.repeat(80)}</sup></p>`;

function cells(tag: string, row: number): string {
  return Array.from({ length: 200 }, (_, column) => `<${tag}>${row}.${column}</${tag}>`).join('');
}

function nested(open: string, close: string, depth: number, text: string): string {
  return open.repeat(depth) + text + close.repeat(depth);
}

const BIG_BLOCKS = `
<table><thead><tr>${cells('th', 0)}</tr></thead><tbody>${[1, 2].map((row) => `<tr>${cells('td', row)}</tr>`).join('')}</tbody></table>
${nested('<ul><li>deep ', '</li></ul>', 40, 'at the bottom of lists')}
${nested('<blockquote>', '</blockquote>', 40, '<p>at the bottom of quotations</p>')}
${nested('<ol><li>', '</li></ol>', 30, '<blockquote><pre><code>deep code</code></pre></blockquote>')}
<p>${Array.from({ length: 200 }, (_, n) => `<a href="https://example.com/${n}">link ${n}</a>`).join(' ')}</p>`;

const PARAGRAPH =
  'A sentence of middling length that goes on about nothing in particular, as sentences in long texts do. ';

/** About a million characters in thousands of paragraphs. */
export function longText(): string {
  return Array.from({ length: 2_300 }, (_, n) => {
    const text = `<p>${n} ${PARAGRAPH.repeat(4)}</p>`;
    return n % 40 === 0 ? `<h2>Part ${n}</h2>${text}` : text;
  }).join('');
}

export const RIGHT_TO_LEFT: OddPost = {
  title: 'مقال طويل العنوان عن الكتابة من اليمين إلى اليسار',
  excerpt: 'ملخص المقال، وفيه كلمة English ورقم 42.',
  content: ARABIC,
  tags: ['كتابة', 'Writing'],
};

export const MIXED: OddPost = {
  title: 'What محمد said (in 2026)',
  excerpt: 'An excerpt that ends in Hebrew: שלום!',
  content: BOTH,
  tags: ['עברית'],
};

export const NARROW_POSTS: Readonly<Record<string, OddPost>> = {
  'right-to-left texts': RIGHT_TO_LEFT,
  'Asian texts': {
    title: '日本語と中文と한국어が混ざった長い題名の折り返しについて',
    excerpt: 'ภาษาไทยเขียนติดกันโดยไม่มีช่องว่างระหว่างคำ และข้อความย่อนี้ก็ยาวพอสมควร',
    content: ASIAN,
    tags: ['日本語の話題'],
  },
  'long words': {
    title: `${LONG_WORD} ${LONG_URL}`.slice(0, 300),
    excerpt: `${LONG_URL} ${LONG_WORD}`,
    content: LONG_WORDS,
    tags: ['t'.repeat(80), 'Ordinary'],
  },
  'wide and deep blocks': { title: 'Big blocks', excerpt: 'Wide and deep.', content: BIG_BLOCKS },
};
