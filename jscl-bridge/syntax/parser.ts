// Generated from lisp.grammar by `npm run generate`.
import {LRParser} from "@lezer/lr"
import {blockComments} from "./block-comments.js"
import {numberOrSymbol} from "./numbers.js"
export const parser = LRParser.deserialize({
  version: 14,
  states: "$OQ]QROOO!TQRO'#CcOOQP'#Cg'#CgOOQP'#Cv'#CvO#OQRO'#CkO#OQRO'#ClOOQP'#Cu'#CuOOQP'#Cn'#CnOOQP'#Co'#CoQ]QROOO!TQRO'#C`OOQP'#Cp'#CpO!TQRO,58}OOQP'#Cw'#CwOOQP,58},58}OOQP,59V,59VOOQP,59W,59WOOQP-E6m-E6mO!TQRO,58zOOQP,58z,58zOOQP-E6n-E6nOOQP1G.i1G.iOOQP1G.f1G.f",
  stateData: "#|~OhOSQOSPOS~OTYOUVOWPOXROYRO[RO]RO^ROaTOfQOmQOnSO~OTYOU]OWPOXROYRO[RO]RO^ROaTOfQOl]OmQOnSO~OTYOWPOXROYRO[RO]RO^ROaTOfQOmQOnSO~Om[YW]an^~",
  goto: "#TlPPPPmPPmPPPmPPPwwP!R!V!]PPPP!gw!waROPSTXY[baUOPSTXY[bTWOXQXORaXQ[PQbYTd[bSWOXWZPY[bQ_SR`TQ^PQcYQe[Rfb",
  nodeNames: "⚠ BlockComment LineComment Source List ( ) Vector VectorOpen String Character Number Symbol Label Dispatch Prefixed Conditional FeatureMark StrayClose",
  maxTerm: 30,
  nodeProps: [
    ["closedBy", -2,5,8,")"],
    ["openedBy", 6,"( VectorOpen"]
  ],
  skippedNodes: [0,1,2],
  repeatNodeCount: 2,
  tokenData: ">]~RuOX#fXY(SYZ(SZ[#f[](S]^(S^p#fpq(Sqr#frs(tst*ftw#fwx-kxy<zyz=Pz|#f|}=U}!]#f!]!^=a!^#O#f#O#P=x#P#S#f#S#T-k#T#p#f#p#q&a#q$f#f$f$g(S$g$I|#f$I|$I}(S$I}$JO(S$JO;'S#f;'S;=`'|<%l?HT#f?HT?HU(S?HU~#f~O#f~~>W~#kb[~OX#fZ[#f^p#fqr#fsw#fz|#f}!]#f!^#O#f#O#P$s#P#S#f#T#p#f#p#q&a#q$f#f$g$I|#f$JO;'S#f;'S;=`'|<%l?HT#f?HUO#f~$vRO;'S#f;'S;=`%P;=`O#f~%Uc[~OX#fZ[#f^p#fqr#fsw#fz|#f}!]#f!^#O#f#O#P$s#P#S#f#T#p#f#p#q&a#q$f#f$g$I|#f$JO;'S#f;'S;=`'|;=`<%l#f<%l?HT#f?HUO#f~&fV[~O#O&a#O#P&{#P#p&a#p#q#f#q;'S&a;'S;=`'v<%lO&a~'ORO;'S&a;'S;=`'X;=`O&a~'^W[~O#O&a#O#P&{#P#p&a#p#q#f#q;'S&a;'S;=`'v;=`<%l&a<%lO&a~'yP;=`<%l&a~(PP;=`<%l#f~(XXh~XY(SYZ(S[](S]^(Spq(S$f$g(S$I|$I}(S$I}$JO(S?HT?HU(S~(yVX~Or(trs)`s#O(t#O#P)e#P;'S(t;'S;=`*`<%lO(t~)eOX~~)hRO;'S(t;'S;=`)q;=`O(t~)vWX~Or(trs)`s#O(t#O#P)e#P;'S(t;'S;=`*`;=`<%l(t<%lO(t~*cP;=`<%l(t~*kw^~OX-UZ[-U^p-Uqr-Zsw-Uwx-kxy-pz{-u{|._|}-k}!O._!O!P.f!P!Q-U!Q![.m![!]0t!^!a-U!a!b.f!b!c-U!c!d.f!d!e2T!e!q.f!q!r2T!r!z.f!z!{2T!{!}.f!}#O-U#O#P7|#P#S-U#T#U.f#U#V2T#V#c.f#c#d2T#d#l.f#l#m2T#m#o.f#o#p-U#q;'S-U;'S;=`<t<%lO-U~-ZO^~~-`Q^~{|-f}!O-f~-kOa~~-pOn~~-uOW~~-|Qm~^~!Q!R.S!R!S.S~.XQm~!Q!R.S!R!S.S~.fOa~^~~.mOn~^~~.rm^~OX-UZ[-U^p-Uqr-Ust0mtw-Uxy-pz|-U}!Q-U!Q![.m![!]0t!^!_-U!_!`.f!`!a-U!a!b.f!b!c-U!c!t.f!t!u2T!u!}.f!}#O-U#O#P7|#P#S-U#T#f.f#f#g2T#g#o.f#o#p-U#q;'S-U;'S;=`<t<%lO-U~0tO]~^~~0{b[~^~OX#fZ[#f^p#fqr#fsw#fz|#f}!]#f!^#O#f#O#P$s#P#S#f#T#p#f#p#q&a#q$f#f$g$I|#f$JO;'S#f;'S;=`'|<%l?HT#f?HUO#f~2[bn~^~OX3dZ[3d^p3dqr3dsw3dz|3d}!]3d!^#O3d#O#P4q#P#S3d#T#p3d#p#q6_#q$f3d$g$I|3d$JO;'S3d;'S;=`7v<%l?HT3d?HUO3d~3ibm~OX3dZ[3d^p3dqr3dsw3dz|3d}!]3d!^#O3d#O#P4q#P#S3d#T#p3d#p#q6_#q$f3d$g$I|3d$JO;'S3d;'S;=`7v<%l?HT3d?HUO3d~4tRO;'S3d;'S;=`4};=`O3d~5Scm~OX3dZ[3d^p3dqr3dsw3dz|3d}!]3d!^#O3d#O#P4q#P#S3d#T#p3d#p#q6_#q$f3d$g$I|3d$JO;'S3d;'S;=`7v;=`<%l3d<%l?HT3d?HUO3d~6bVO#O6_#O#P6w#P#p6_#p#q3d#q;'S6_;'S;=`7p<%lO6_~6zRO;'S6_;'S;=`7T;=`O6_~7WWO#O6_#O#P6w#P#p6_#p#q3d#q;'S6_;'S;=`7p;=`<%l6_<%lO6_~7sP;=`<%l6_~7yP;=`<%l3d~8RRY~O;'S8[;'S;=`9u;=`O8[~8abY~OX8[Z[8[^p8[qr8[sw8[z|8[}!]8[!^#O8[#O#P9i#P#S8[#T#p8[#p#q;V#q$f8[$g$I|8[$JO;'S8[;'S;=`<n<%l?HT8[?HUO8[~9lRO;'S8[;'S;=`9u;=`O8[~9zcY~OX8[Z[8[^p8[qr8[sw8[z|8[}!]8[!^#O8[#O#P9i#P#S8[#T#p8[#p#q;V#q$f8[$g$I|8[$JO;'S8[;'S;=`<n;=`<%l8[<%l?HT8[?HUO8[~;YVO#O;V#O#P;o#P#p;V#p#q8[#q;'S;V;'S;=`<h<%lO;V~;rRO;'S;V;'S;=`;{;=`O;V~<OWO#O;V#O#P;o#P#p;V#p#q8[#q;'S;V;'S;=`<h;=`<%l;V<%lO;V~<kP;=`<%l;V~<qP;=`<%l8[~<wP;=`<%l-U~=POT~~=UOU~~=ZQn~!O!P-k!b!c-k~=fSQ~OY=aZ;'S=a;'S;=`=r<%lO=a~=uP;=`<%l=a~=}R^~O;'S#f;'S;=`%P;=`O#f~>]Ol~",
  tokenizers: [blockComments, 0],
  topRules: {"Source":[0,3]},
  specialized: [{term: 12, get: (value: any, stack: any) => (numberOrSymbol(value, stack) << 1), external: numberOrSymbol}],
  tokenPrec: 127
})
