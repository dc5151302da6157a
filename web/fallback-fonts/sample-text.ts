/** Ordinary prose, for the letters and pairs of letters as often as they really are. */
export const PROSE =
  `A letter that is set in type has a width of its own, and a line of them has a length that nobody
can guess from the average of the alphabet. In most books the letter e is met a dozen times for each time that one
meets a k, and the space between two words is more frequent than either. Whoever wants to know how long a text will be
has to count what is really there: the short words that hold a sentence together, the plural endings, the commas.
Printers knew this long before there were computers. Their cases had large boxes for the common letters, near the hand,
and small ones at the edge for those that were seldom needed. When a job came in, somebody estimated the copy by
casting it off, line after line, with a table for each typeface and each size. The work was slow, but it was cheaper
than finding out at the end that the last chapter did not fit. Today a browser does the same thing within a few
thousandths of a second, and does it again whenever the window changes. It adds up the widths, looks for the last place
where a line may end, and goes on. If the typeface that it should use has not arrived yet, it takes another one for the
time being. The reader has begun by then; perhaps the second paragraph is already in view. What comes later should not
push it away. “It is only a few pixels,” one hears, but the eye loses its place all the same, and on a small screen
with a slow connection that happens on every page. So the substitute is made to measure: a little larger or smaller
than it was drawn, with the same room above and below, until a page of it is as long as a page of the other. No single
word will be exactly right. Over a line the differences cancel out, and most lines end where they would have ended
anyway. Since 1996 the fonts that come with a computer have hardly changed; on a phone there are fewer, and they are
wider. About 30 of their widths, weighted by how often each is used, decide almost everything. The BBC, NASA and the OECD have written
about it; so did Ada King, Otto Neurath, Jan Tschichold and Sir Tim Berners-Lee, who put HTML, CSS and PNG to use at CERN
in Geneva. A page of Moby Dick or of the Oxford English Dictionary from 1884 holds 3,000 letters, one in HTTP/2 or TeX
about 5,600. On Monday, 19 April, Paris, London, Madrid and New York paid 240 US dollars for 18 of them.`.replaceAll(
    '\n',
    ' ',
  );

/** Headlines, with more capitals. */
export const TITLES =
  `The Long Way Home From the Sea What We Keep and Why A Short History of Paper Maps How to Read
a Balance Sheet Notes on Building a Quiet Website The Price of Money Ten Years With One Bicycle Why Bridges Sing in
the Wind Learning to Draw After Forty Small Machines, Large Numbers On Writing Letters by Hand Where the Rain Comes
From The Garden in November Three Questions About Time Every City Is a Clock Join Our Newsletter Page Not Found
The Art of the Footnote An Afternoon With the Archive Things I Learned From a Slow Computer The Museum of Small Repairs
Good Tools and Where to Find Them A Week Without the Internet That Was the Easy Part`.replaceAll(
    '\n',
    ' ',
  );

/** Dates, topics and reading times, as they are set: in capitals. */
export const LABELS =
  `January 12, 2026 February 3, 2025 March 27, 2024 April 8, 2026 May 19, 2023 June 30, 2025 July
14, 2026 August 21, 2024 September 6, 2025 October 11, 2026 November 25, 2025 December 17, 2024 Technology Science
Design Finance Writing Books Travel Music History Food Photography Programming Health Culture Business Education
4 min read 7 min read 12 min read Share This Post`
    .replaceAll('\n', ' ')
    .toUpperCase();
